import type { FastifyInstance } from 'fastify';
import type { CertificateAuthority } from './routers/certificate-authority.ts';
import type { Settings } from './settings.ts';
import { World } from './world/world.ts';

/** The state and services that routes use. */
export interface Sandbox {
  readonly settings: Settings;
  readonly authority: CertificateAuthority;
  /** A reset replaces it: read it again in each request. */
  world: World;
  /** The sandbox's public origin. */
  readonly origin: () => string;
  readonly reset: () => void;
}

export function createSandbox(settings: Settings, authority: CertificateAuthority, app: FastifyInstance): Sandbox {
  const sandbox: Sandbox = {
    settings,
    authority,
    world: new World(settings),
    origin() {
      if (settings.publicOrigin !== undefined) return settings.publicOrigin;
      const address = app.server.address();
      // The product's host name, so that the sandbox can clear the product's cookies: cookies ignore ports.
      const host = new URL(settings.productOrigin).hostname;
      const name = host === '127.0.0.1' ? host : 'localhost';
      return `http://${name}:${typeof address === 'object' && address !== null ? address.port : 3001}`;
    },
    reset() {
      sandbox.world = new World(settings);
    },
  };
  return sandbox;
}
