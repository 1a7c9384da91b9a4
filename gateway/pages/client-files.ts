import fastifyStatic, { type SendOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';

const policy = { access: 'file', rate: 'none' } as const;
const yearMs = 31_536_000_000;

/** Serves the client's build, and the page for all other paths. decisions.md §3 */
async function clientFiles(app: FastifyInstance, { clientDir }: Config): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    lastModified: false,
  });
  // File names contain a hash of the content: browsers never revalidate them, so they need no ETag.
  app.get<{ Params: { '*': string } }>('/assets/*', { config: policy }, (request, reply) =>
    sendFile(reply, `assets/${request.params['*']}`, {
      maxAge: yearMs,
      immutable: true,
      etag: false,
      acceptRanges: false,
    }),
  );
  app.get('/favicon.ico', { config: policy }, (_request, reply) =>
    sendFile(reply, 'favicon.ico', { maxAge: 86_400_000 }),
  );
  app.get('/*', { config: { access: 'navigation', rate: 'none' } }, (request, reply) =>
    app.wantsPage(request) ? app.sendPage(request, reply) : reply.callNotFound(),
  );
}

/** A client that does not read holds no more of a file in memory than this. @fastify/send knows the option, its types do not. */
const bufferLimit = { highWaterMark: 16 * 1024 };

const sendFile = (reply: FastifyReply, path: string, options: SendOptions) =>
  reply.sendFile(path, { cacheControl: true, ...bufferLimit, ...options });

export const clientFilesPlugin = fastifyPlugin(clientFiles, {
  name: 'client-files',
  dependencies: ['pages', 'access'],
});
