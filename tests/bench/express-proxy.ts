/** What many would write first: Express with http-proxy-middleware, connections to the upstream kept, none of the gateway's work. */
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const [port, target = ''] = process.argv.slice(2);
const app = express();
app.use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true }) }));
app.listen(Number(port), '127.0.0.1');
