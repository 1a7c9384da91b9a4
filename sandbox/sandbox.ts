import type { FastifyInstance } from 'fastify';
import type { CertificateAuthority } from './routers/certificate-authority.ts';
import type { Settings } from './settings.ts';
import { World } from './world/world.ts';

/** What every route works on. */
export interface Sandbox {
  readonly settings: Settings;
  readonly authority: CertificateAuthority;
  /** Replaced by a reset: read it anew in each request. */
  world: World;
  /** The sandbox's origin as browsers reach it. */
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
      // On the product's own host name, so that its cookies can be cleared from here: cookies ignore ports.
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
