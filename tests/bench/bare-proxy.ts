/** The reference: @fastify/http-proxy with its defaults, without the gateway's work. */
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const [port, upstream = ''] = process.argv.slice(2);
const app = fastify();
await app.register(httpProxy, { upstream });
await app.listen({ host: '127.0.0.1', port: Number(port) });
