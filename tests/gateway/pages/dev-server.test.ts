import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';

const template = `<!doctype html><html lang="en"><head><title>Skerry VPN</title><script type="module">refresh()</script><!--head--><!--start--></head><body><div id="root"></div><template id="later"></template></body></html>`;
let vite: Server;
let pair: GatewayAndUpstream;

beforeAll(async () => {
  // Replaces the Vite server: a page, a module, and a WebSocket.
  vite = createServer((incoming, response) => {
    const page = incoming.url === '/';
    response
      .setHeader('content-type', page ? 'text/html' : 'text/javascript')
      .end(page ? template : `// ${incoming.url}`);
  });
  vite.on('upgrade', (incoming, socket) => {
    const key = `${incoming.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const protocol = incoming.headers['sec-websocket-protocol'];
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''}\r\n`,
    );
  });
  await new Promise<void>((resolve) => vite.listen(0, '127.0.0.1', resolve));
  const address = vite.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  pair = await startGatewayAndUpstream({ DEV_SERVER_URL: `http://127.0.0.1:${address.port}`, PRODUCT_NAME: 'Fjord' });
});
afterAll(async () => {
  await pair.close();
  vite.closeAllConnections();
  vite.close();
});

test('in development, pages use the current template of the development server', async () => {
  const response = await request(pair.gateway.origin).get('/enter').set('Accept', 'text/html').expect(200);
  const nonce = /'nonce-([^']+)'/.exec(response.headers['content-security-policy'] ?? '')?.[1];
  expect(response.text).toContain(`<script nonce="${nonce}" type="module">refresh()</script>`);
  expect(response.text).toContain('id="start"');
  expect(response.text).toContain('<title>Fjord</title>');
});

test('in development, modules come from the development server', async () => {
  const response = await request(pair.gateway.origin).get('/src/main.tsx?t=1').set('Accept', '*/*').expect(200);
  expect(response.headers['content-type']).toContain('javascript');
  expect(response.text ?? response.body.toString()).toContain('/src/main.tsx?t=1');
});

test('in development, calls are still handled by the gateway', async () => {
  await request(pair.gateway.origin).get('/web/v1/nothing').expect(404);
  await request(pair.gateway.origin).get('/session').expect(200);
});

test('in development, the hot-reload WebSocket is connected', async () => {
  const socket = connect(Number(new URL(pair.gateway.origin).port), '127.0.0.1');
  socket.write(
    'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: vite-hmr\r\n\r\n',
  );
  const response = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  expect(response).toMatch(/^HTTP\/1\.1 101/);
  socket.destroy();
});
