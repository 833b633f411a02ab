import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openPage } from '../testing/event-stream.fixture.ts';
import { LiveConnections } from './live-connections.ts';

/** A server that adds every request to the connections. */
async function serve(connections: LiveConnections) {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    connections.add(response, null, '127.0.0.1');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    connections.close();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { server, port: address.port, responses };
}

it('disconnects a client that reads too slowly, and goes on sending to the others', async () => {
  const connections = new LiveConnections();
  const { server, port } = await serve(connections);
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const slow = await open();
  const fast = await open();
  let received = 0;
  fast.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  slow.pause();
  const countOpen = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const change = { topics: ['classes' as const], dates: Array.from({ length: 3_000 }, () => '2026-05-12') };
  for (let sent = 0; (await countOpen()) === 2; sent += 1) {
    connections.send(change);
    // The kernel's buffers and then the quarter of a megabyte of the server are full long before this.
    expect(sent).toBeLessThan(2_000);
    await setImmediate();
  }
  expect(fast.destroyed).toBe(false);
  const before = received;
  connections.send(change);
  await waitFor(() => received >= before + JSON.stringify(change).length);
});

it('writes to many pages over several ticks, each change in order', async () => {
  const connections = new LiveConnections();
  const { port, responses } = await serve(connections);
  const pages = await Promise.all(Array.from({ length: 100 }, () => openPage(`http://127.0.0.1:${port}/`)));
  const countWritten = () => responses.reduce((sum, { socket }) => sum + (socket?.bytesWritten ?? 0), 0);
  const before = countWritten();
  connections.send({ topics: ['classes'] });
  connections.send({ topics: ['catalogue'] });
  pages[50]?.close();
  // Nothing is written in this tick of the event loop.
  expect(countWritten()).toBe(before);
  const others = pages.toSpliced(50, 1);
  await waitFor(() => others.every(({ changes }) => changes.length === 2));
  for (const { changes } of others) {
    expect(changes.map(({ topics }) => topics)).toEqual([['classes'], ['catalogue']]);
  }
});

it('ends a connection immediately that is added after closing', async () => {
  const connections = new LiveConnections();
  connections.close();
  const { port } = await serve(connections);
  const page = await openPage(`http://127.0.0.1:${port}/`);
  expect(await page.ended).toBe('complete');
});
