import { startGateway, type TestGateway } from '../support/gateway.ts';

/** A gateway without rate limits and overload protection: the cases run as fast as possible, in its own process. */
export async function startUnlimitedGateway(
  apiBaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const limit = '1000000000';
  const gateway = await startGateway(apiBaseUrl, {
    RATE_LIMIT_PER_MINUTE: limit,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: limit,
    RATE_LIMIT_CODES_PER_EMAIL: limit,
    RATE_LIMIT_ATTEMPTS_PER_EMAIL: limit,
    ...env,
  });
  Object.defineProperty(gateway.app.health, 'overloaded', { get: () => false, set: () => undefined });
  return gateway;
}
