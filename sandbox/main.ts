import { networkInterfaces } from 'node:os';
import { buildSandbox } from './app.ts';

const port = Number(process.env.SANDBOX_PORT || 3001);
const productOrigin = process.env.PRODUCT_ORIGIN || 'http://localhost:3000';
const publicOrigin = process.env.SANDBOX_PUBLIC_ORIGIN;
const accessTokenCookie = process.env.ACCESS_TOKEN_COOKIE || 'access_token';
const refreshTokenCookie = process.env.REFRESH_TOKEN_COOKIE || 'refresh_token';

// localhost resolves to IPv4 or IPv6. `::` listens on both, but fails without IPv6.
const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const everywhere = interfaces.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';

const app = await buildSandbox({
  productOrigin,
  accessTokenCookie,
  refreshTokenCookie,
  ...(publicOrigin ? { publicOrigin } : {}),
});
await app.listen({ host: process.env.SANDBOX_HOST || everywhere, port });
console.log(`Sandbox on http://localhost:${port} for the product on ${productOrigin}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
