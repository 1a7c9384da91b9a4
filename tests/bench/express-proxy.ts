/** Express with http-proxy-middleware and keep-alive connections to the upstream, without the gateway's work. */
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const [port, target = ''] = process.argv.slice(2);
const app = express();
app.use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true }) }));
app.listen(Number(port), '127.0.0.1');
