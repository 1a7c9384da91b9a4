import Fastify, { type FastifyInstance } from 'fastify';
import { registerConsole } from './console/routes.ts';
import { registerControl } from './control/routes.ts';
import { registerBrowserAssets, registerDoubles } from './doubles/routes.ts';
import { registerPages } from './pages/routes.ts';
import { registerProblems } from './problem.ts';
import { registerBodyParsers } from './read-body.ts';
import { createCertificateAuthority } from './routers/certificate-authority.ts';
import { createSandbox } from './sandbox.ts';
import { resolveSettings, type SandboxOptions } from './settings.ts';
import { registerUpstream } from './upstream.ts';

/** Builds a simulated upstream that keeps state and follows the contract. decisions.md §5 */
export async function buildSandbox(options: SandboxOptions): Promise<FastifyInstance> {
  // Otherwise requests that hang on purpose would keep the server open.
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 262_144 });
  const sandbox = createSandbox(resolveSettings(options), await createCertificateAuthority(), app);
  registerProblems(app);
  registerBodyParsers(app);
  registerControl(app, sandbox);
  registerConsole(app, sandbox);
  registerPages(app, sandbox);
  registerDoubles(app, sandbox);
  registerBrowserAssets(app);
  await app.register((upstream) => registerUpstream(upstream, sandbox));
  return app;
}
