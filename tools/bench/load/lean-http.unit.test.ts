import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { formatRequest, LeanHttp } from './lean-http.ts';

let server: Server;
let http: LeanHttp;

async function serve(listener: RequestListener, connections = 2): Promise<void> {
  server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  http = new LeanHttp({ port: address.port, connections });
}

afterEach(async () => {
  http?.close();
  server?.closeAllConnections();
  server?.close();
  await once(server, 'close');
});

it('sends a request and reads an answer that arrives in chunks', async () => {
  const text = 'Ä'.repeat(100_000);
  await serve((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      response.statusCode = 409;
      const answer = JSON.stringify({ received: body, by: request.headers.authorization, text });
      response.setHeader('content-length', Buffer.byteLength(answer));
      response.flushHeaders();
      response.end(answer);
    });
  });
  const asked = formatRequest('POST', '/x', { token: 't', body: { classId: 7 } });
  const { status, body } = await http.send(asked, true);
  expect(status).toBe(409);
  expect(JSON.parse(body)).toEqual({ received: '{"classId":7}', by: 'Bearer t', text });
});

it('requests compressed answers, as browsers do, and decompresses them', async () => {
  await serve((request, response) => {
    const answer = gzipSync(`taken as ${request.headers['accept-encoding']}`);
    response.setHeader('content-encoding', 'gzip');
    response.setHeader('content-length', answer.length);
    response.end(answer);
  });
  const { body } = await http.send(formatRequest('GET', '/'), true);
  expect(body).toMatch(/^taken as gzip/);
});

it('reuses a limited number of connections, and matches answers to requests', async () => {
  const connections = new Set<unknown>();
  await serve((request, response) => {
    connections.add(request.socket);
    response.setHeader('content-length', String(request.url?.length));
    process.nextTick(() => response.end(request.url));
  });
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
  const answers = await Promise.all(paths.map((path) => http.send(formatRequest('GET', path), true)));
  expect(answers.map(({ body }) => body)).toEqual(paths);
  expect(connections.size).toBe(2);
});

it('rejects the request of a broken connection, and opens a new one', async () => {
  await serve((request, response) => {
    if (request.url === '/break') request.socket.destroy();
    else {
      response.setHeader('content-length', '2');
      response.end('ok');
    }
  }, 1);
  const broken = http.send(formatRequest('GET', '/break'));
  const waiting = http.send(formatRequest('GET', '/'), true);
  await expect(broken).rejects.toThrow();
  expect(await waiting).toEqual({ status: 200, body: 'ok' });
});

it('does not reuse an idle connection that the server has closed', async () => {
  await serve((_request, response) => {
    response.setHeader('content-length', '2');
    response.end('ok');
  });
  const ask = () => http.send(formatRequest('GET', '/'));
  await ask();
  const open = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  await waitFor(async () => {
    server.closeIdleConnections();
    return (await open()) === 0;
  });
  // Waits until this side has noticed the close.
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  expect((await ask()).status).toBe(200);
});
