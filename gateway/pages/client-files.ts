import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import { readBuildFiles } from './build-files.ts';

const policy = { access: 'file', rate: 'none' } as const;

/** Serves the client's build, and the page for all other paths. decisions.md §3, routes */
async function clientFiles(app: FastifyInstance, { clientDir }: Config): Promise<void> {
  const icon = readFileSync(join(clientDir, 'favicon.ico'));
  const findFile = readBuildFiles(join(clientDir, 'assets'));
  app.get<{ Params: { '*': string } }>('/assets/*', { config: policy }, (request, reply) => {
    const file = findFile(request.params['*'], request.headers['accept-encoding']);
    if (!file) return reply.callNotFound();
    if (file.coding) reply.header('content-encoding', file.coding);
    // File names contain a hash of the content: browsers never revalidate them.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'Accept-Encoding');
    return reply.type(file.type).send(file.bytes);
  });
  app.get('/favicon.ico', { config: policy }, (_request, reply) =>
    reply.type('image/vnd.microsoft.icon').header('cache-control', 'public, max-age=86400').send(icon),
  );
  app.get('/*', { config: { access: 'navigation', rate: 'none' } }, (request, reply) =>
    app.wantsPage(request) ? app.sendPage(request, reply) : reply.callNotFound(),
  );
}

export const clientFilesPlugin = fastifyPlugin(clientFiles, {
  name: 'client-files',
  dependencies: ['pages', 'route-policy'],
});
