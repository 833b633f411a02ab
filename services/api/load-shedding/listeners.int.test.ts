import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type Listeners, openListeners } from './listeners.ts';

const host = '127.0.0.1';
const opened: { app: FastifyInstance; listeners: Listeners }[] = [];

async function open(port: number) {
  const app = Fastify({ forceCloseConnections: false });
  app.get('/', async () => 'answered');
  const listeners = await openListeners(app, { port, host });
  opened.push({ app, listeners });
  return { app, listeners };
}

afterEach(async () => {
  for (const { app, listeners } of opened.splice(0)) {
    app.server.closeAllConnections();
    await Promise.all([app.close(), listeners.close()]);
  }
});

async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host });
  await once(socket, 'connect');
  return socket;
}

it('answers every client, whichever socket accepted it', async () => {
  const port = await findFreePort();
  await open(port);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://${host}:${port}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['answered']));
});

it('accepts many connections per tick of the event loop', async () => {
  const port = await findFreePort();
  const { app } = await open(port);
  let accepted = 0;
  app.server.on('connection', () => {
    accepted += 1;
  });
  const clients = 300;
  const sockets = await Promise.all(Array.from({ length: clients }, () => connectTo(port)));
  let ticks = 0;
  while (accepted < clients) {
    await new Promise(setImmediate);
    ticks += 1;
  }
  for (const socket of sockets) socket.destroy();
  expect(ticks).toBeLessThan(clients / 3);
});

it('rejects a port that another server shares already', async () => {
  const port = await findFreePort();
  await open(port);
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('refuses new connections once it is closing, and resolves when the open ones have ended', async () => {
  const port = await findFreePort();
  const { app, listeners } = await open(port);
  const accepted = new Set<Socket>();
  app.server.on('connection', (socket) => accepted.add(socket));
  const clients = await Promise.all(Array.from({ length: 40 }, () => connectTo(port)));
  await waitFor(() => accepted.size === clients.length);
  let isClosed = false;
  const closed = Promise.all([app.close(), listeners.close()]).then(() => {
    isClosed = true;
  });
  await expect(connectTo(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(isClosed).toBe(false);
  for (const socket of clients) socket.destroy();
  await closed;
  opened.pop();
});
