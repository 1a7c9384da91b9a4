import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { calls } from '#shared/calls.ts';
import { buildSandbox } from '../../sandbox/app.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { controlSandbox, type SandboxControl } from '../support/sandbox-control.ts';
import { clientFixture, freePorts } from '../support/stack.ts';
import { Browser, type Network } from './browser.ts';
import { FaultyTcpProxy } from './faulty-tcp-proxy.ts';
import { LoadResult } from './load-result.ts';
import { type Routing, startProxy, type TestProxy } from './proxy.ts';
import { Replica } from './replica.ts';
import { bundleGateway } from './versions.ts';

export interface ClusterOptions {
  readonly routing: Routing;
  readonly sessions: number;
  readonly accessTokenSeconds: number;
  /**
   * How long a token that a killed replica has spent may be used again; by default 30 seconds, as in the sandbox.
   */
  readonly refreshLeewaySeconds?: number;
  /** Node options. */
  readonly nodeArguments?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Two gateway processes behind a real proxy, with a real Redis, the sandbox and signed-in browsers. */
export interface ReplicaCluster extends Network {
  readonly folder: string;
  /** The bundle of this version. */
  readonly bundle: string;
  readonly replicas: readonly [Replica, Replica];
  readonly proxy: TestProxy;
  readonly upstreamProxy: FaultyTcpProxy;
  readonly redisProxy: FaultyTcpProxy;
  readonly browsers: readonly Browser[];
  /** Number of refreshes received by the upstream. */
  refreshes(): number;
  stopRedis(): Promise<void>;
  /** Empty, as after a crash. */
  startRedis(): Promise<void>;
  emptyRedis(): Promise<void>;
  readonly sandbox: SandboxControl;
  close(): Promise<void>;
}

export async function startCluster(options: ClusterOptions): Promise<ReplicaCluster> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    return { ...(await open(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param closers receives what must be closed even if a later step fails, in the order of the start */
async function open(
  {
    routing,
    sessions,
    accessTokenSeconds,
    refreshLeewaySeconds = 30,
    nodeArguments = [],
    env: more = {},
  }: ClusterOptions,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<ReplicaCluster, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-replicas-'));
  closers.push(() => rm(folder, { recursive: true }));
  const [port = 0, ...ports] = await freePorts(5);
  const origin = `https://localhost:${port}`;

  const sandboxApp = await buildSandbox({ productOrigin: origin, accessTokenSeconds, refreshLeewaySeconds });
  let refreshes = 0;
  sandboxApp.server.on('request', ({ url }) => {
    if (url === calls.refreshTokens.path) refreshes += 1;
  });
  const sandboxOrigin = await sandboxApp.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => sandboxApp.close());
  const sandbox = controlSandbox(sandboxOrigin);
  const upstreamProxy = new FaultyTcpProxy(Number(new URL(sandboxOrigin).port));
  await upstreamProxy.open();
  closers.push(() => upstreamProxy.cut());

  let redis: TestRedis = await startRedis();
  closers.push(() => redis.close());
  const redisPort = Number(new URL(redis.url).port);
  const redisProxy = new FaultyTcpProxy(redisPort);
  await redisProxy.open();
  closers.push(() => redisProxy.cut());

  const bundle = await bundleGateway(fromRoot(), folder);
  const limit = '1000000000';
  const env = {
    ...demoEnvironment({ port, sandboxPort: upstreamProxy.port, adminPort: 0 }),
    API_BASE_URL: `http://127.0.0.1:${upstreamProxy.port}`,
    PUBLIC_ORIGIN: origin,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`,
    COOKIE_KEYS: randomBytes(32).toString('base64'),
    CLIENT_DIR: clientFixture,
    RATE_LIMIT_PER_MINUTE: limit,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: limit,
    LOG_LEVEL: 'silent',
    ...more,
  };
  const [first = 0, second = 0, firstAdmin = 0, secondAdmin = 0] = ports;
  const replicas = [
    new Replica({ file: bundle, env, port: first, adminPort: firstAdmin, nodeArguments }),
    new Replica({ file: bundle, env, port: second, adminPort: secondAdmin, nodeArguments }),
  ] as const;
  closers.push(() => Promise.all(replicas.map((replica) => replica.kill())));
  await Promise.all(replicas.map((replica) => replica.start()));
  const proxy = await startProxy({ folder, port, routing, replicas: replicas.map(({ options }) => options) });
  closers.push(() => proxy.close());
  const connect = { ca: proxy.certificate };
  const network = {
    origin,
    agent: new Agent({ connect, connections: 64 }),
    newConnections: new Agent({ connect, pipelining: 0 }),
  };
  closers.push(() => Promise.all([network.agent.destroy(), network.newConnections.destroy()]));
  await untilProxyIsUp(network, proxy);

  const browsers = Array.from(
    { length: sessions },
    (_, index) => new Browser(network, `replicas-${index}@example.com`, new LoadResult()),
  );
  for (const browser of browsers) await signIn(browser, sandbox);

  return {
    ...network,
    folder,
    bundle,
    replicas,
    proxy,
    upstreamProxy,
    redisProxy,
    browsers,
    sandbox,
    refreshes: () => refreshes,
    stopRedis: () => redis.kill(),
    async startRedis() {
      await redis.close();
      redis = await startRedis(redisPort);
    },
    async emptyRedis() {
      await redis.client.flushall();
    },
  };
}

/** Waits until the health checks of the proxy have succeeded. */
async function untilProxyIsUp({ agent, origin }: Network, proxy: TestProxy): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const status = await agent.request({ origin, path: '/session', method: 'GET' }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0,
    );
    if (status === 200) return;
    await pause(100);
  }
  throw new Error(`the proxy does not respond: ${proxy.log()}`);
}

const captcha = { recaptcha_token: 'double', recaptcha_site_key: 'double' };

/** Signs in with a code by mail, so that every browser has its own account. */
async function signIn(browser: Browser, sandbox: SandboxControl): Promise<void> {
  const { email } = browser;
  await browser.sendCall(calls.requestOneTimeCode, { email, ...captcha });
  const { code } = await sandbox.readMail(email);
  const response = await browser.sendCall(calls.verifyOneTimeCode, { email, code, ...captcha });
  if (response.status !== 200) throw new Error(`no session for ${email}: ${response.status} ${response.text}`);
}
