import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../wait-for.ts';
import { startTcpProxy } from './tcp-proxy.ts';

it('keeps the order of the bytes when a slow wire is repaired', async () => {
  let received = '';
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const proxy = await startTcpProxy(address.port);
  onTestFinished(() => proxy.close());
  const socket = connect(proxy.port, '127.0.0.1').setNoDelay(true);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write('1');
  await waitFor(() => received === '1');

  await proxy.startFault('slow');
  socket.write('2');
  await expect.poll(() => socket.bytesWritten).toBe(2);
  // The proxy reads it in this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  await proxy.repair();
  socket.write('3');
  await waitFor(() => received.length === 3);
  expect(received).toBe('123');
});
