import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '#embedded/postgres/free-port.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type Listeners, openListeners } from './listeners.ts';

const host = '127.0.0.1';
const opened: { app: FastifyInstance; listeners: Listeners }[] = [];

async function open(port: number) {
  const app = Fastify({ forceCloseConnections: false });
  app.get('/', async () => 'in');
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

it('whoever comes is answered, by whichever door', async () => {
  const port = await freePort();
  await open(port);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`http://${host}:${port}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['in']));
});

it('lets many in at each turn of the event loop', async () => {
  const port = await freePort();
  const { app } = await open(port);
  let inside = 0;
  app.server.on('connection', () => {
    inside += 1;
  });
  const people = 300;
  const sockets = await Promise.all(Array.from({ length: people }, () => connectTo(port)));
  let turns = 0;
  while (inside < people) {
    await new Promise(setImmediate);
    turns += 1;
  }
  for (const socket of sockets) socket.destroy();
  expect(turns).toBeLessThan(people / 3);
});

it('a port that another has is refused, a studio’s too', async () => {
  const port = await freePort();
  await open(port);
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('lets nobody in once it is closed, and waits for those who are inside', async () => {
  const port = await freePort();
  const { app, listeners } = await open(port);
  const inside = new Set<Socket>();
  app.server.on('connection', (socket) => inside.add(socket));
  const people = await Promise.all(Array.from({ length: 40 }, () => connectTo(port)));
  await waitFor(() => inside.size === people.length);
  let isClosed = false;
  const closed = Promise.all([app.close(), listeners.close()]).then(() => {
    isClosed = true;
  });
  await expect(connectTo(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(isClosed).toBe(false);
  for (const socket of people) socket.destroy();
  await closed;
  opened.pop();
});
