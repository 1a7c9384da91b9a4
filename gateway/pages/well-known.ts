import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';

const policy = { access: 'file', rate: 'none' } as const;
// RFC 9116 wants a date, and one that is not too far away; each start makes a new one.
const validMs = 180 * 86_400_000;

/** What machines look for under addresses that others have fixed. */
async function wellKnown(app: FastifyInstance, config: Config): Promise<void> {
  const { publicOrigin, securityContact, applePayDomainFile } = config;
  app.get('/robots.txt', { config: policy }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send('User-agent: *\nDisallow: /\n'),
  );
  if (securityContact !== null) {
    const expires = new Date(Date.now() + validMs).toISOString();
    const text = `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${publicOrigin}/.well-known/security.txt\n`;
    app.get('/.well-known/security.txt', { config: policy }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(text),
    );
  }
  if (applePayDomainFile !== null) {
    const file = await readFile(applePayDomainFile);
    app.get('/.well-known/apple-developer-merchantid-domain-association', { config: policy }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(file),
    );
  }
}

export const wellKnownPlugin = fastifyPlugin(wellKnown, { name: 'well-known', dependencies: ['route-policy'] });
