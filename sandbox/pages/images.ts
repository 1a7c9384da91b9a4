import type { FastifyInstance } from 'fastify';

/** The images of the router catalog: a disc with the first two letters. */
export function registerImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/images/:file', (request, reply) => {
    const letters = request.params.file.replace(/[^a-z]/g, '').slice(0, 2);
    return reply
      .type('image/svg+xml')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#dcedec"/><text x="16" y="21" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#084a50">${letters.toUpperCase()}</text></svg>`,
      );
  });
}
