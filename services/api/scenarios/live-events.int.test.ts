import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { LiveConnections } from '../live/live-connections.ts';
import { type OpenPage, openPage } from '../testing/event-stream.fixture.ts';

let studio: TestStudio;
let stopped = false;
beforeAll(async () => {
  studio = await startOwnStudio();
});
afterAll(async () => {
  if (!stopped) await studio.stop();
});

/** A server with nothing but the stream. */
async function serve(
  readers: LiveConnections,
): Promise<{ server: Server; port: number; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    responses.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    readers.add(response, null, '127.0.0.1');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { server, port: address.port, responses };
}

const topicsOf = ({ changes }: OpenPage) => new Set(changes.flatMap(({ topics }) => topics));
const book = (client: StudioClient, classId: number | undefined) =>
  client.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', { classId });

it('tells a member of their wallet and bookings, and everyone of the class’s day, within a second', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const { client: ann } = await studio.memberWithPasses(2);
  const { client: bob } = await studio.memberWithPasses(2);
  const pages = await Promise.all([
    openPage(studio.base, ann.token),
    openPage(studio.base, bob.token),
    openPage(studio.base),
    openPage(studio.base, 'not.a.token'),
  ]);
  const [annsPage, bobsPage, visitorsPage, strangersPage] = pages;
  // What the set-up did is told by the time that this is.
  await (await studio.admin()).call('POST', '/api/admin/instructors', { name: 'Someone New' });
  await waitFor(() => pages.every((page) => topicsOf(page).has('instructors')));
  for (const { changes } of pages) changes.length = 0;

  await book(ann, classId);
  const day = londonDayIn(2);
  await waitFor(
    () =>
      topicsOf(annsPage).has('wallet') &&
      topicsOf(annsPage).has('bookings') &&
      pages.every(({ changes }) =>
        changes.some(({ topics, dates }) => topics.includes('classes') && dates?.includes(day)),
      ),
    { timeout: 10_000 },
  );
  for (const page of [bobsPage, visitorsPage, strangersPage]) {
    expect(topicsOf(page)).toEqual(new Set(['classes']));
  }
  for (const page of pages) page.close();
});

it('ends what a session reads when that session ends, and nothing else', async () => {
  const { client: ann } = await studio.memberWithPasses(1);
  const { client: bob } = await studio.memberWithPasses(1);
  const annsPage = await openPage(studio.base, ann.token);
  const bobsPage = await openPage(studio.base, bob.token);
  await ann.call('POST', '/api/auth/signout');
  expect(await annsPage.ended).toBe('cleanly');
  const [classId] = await openClasses(await studio.admin(), 1);
  await book(bob, classId);
  await waitFor(() => topicsOf(bobsPage).has('wallet'));
  bobsPage.close();
});

it('cuts off who reads too slowly, and goes on for the others', async () => {
  const readers = new LiveConnections();
  const { server, port } = await serve(readers);
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const slow = await open();
  const brisk = await open();
  let received = 0;
  brisk.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  slow.pause();
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const change = { topics: ['classes' as const], dates: Array.from({ length: 3_000 }, () => '2026-05-12') };
  for (let sent = 0; (await connections()) === 2; sent += 1) {
    readers.tell(change);
    // Long before this the kernel's buffers are full, and then a quarter of a megabyte of ours.
    expect(sent).toBeLessThan(2_000);
    await setImmediate();
  }
  expect(brisk.destroyed).toBe(false);
  const before = received;
  readers.tell(change);
  await waitFor(() => received >= before + JSON.stringify(change).length);
  readers.close();
  slow.destroy();
  brisk.destroy();
  server.close();
});

it('tells many pages one after another, each of everything in order, and holds up nobody else', async () => {
  const readers = new LiveConnections();
  const { server, port, responses } = await serve(readers);
  const pages = await Promise.all(Array.from({ length: 100 }, () => openPage(`http://127.0.0.1:${port}/`)));
  const written = () => responses.reduce((sum, { socket }) => sum + (socket?.bytesWritten ?? 0), 0);
  const before = written();
  readers.tell({ topics: ['classes'] });
  readers.tell({ topics: ['catalogue'] });
  pages[50]?.close();
  // Nothing was written in this turn of the event loop.
  expect(written()).toBe(before);
  const others = pages.toSpliced(50, 1);
  await waitFor(() => others.every(({ changes }) => changes.length === 2));
  for (const { changes } of others) {
    expect(changes.map(({ topics }) => topics)).toEqual([['classes'], ['catalogue']]);
  }
  readers.close();
  server.close();
});

it('ends at once a stream that is opened when it is stopping already', async () => {
  const readers = new LiveConnections();
  readers.close();
  const { server, port } = await serve(readers);
  const page = await openPage(`http://127.0.0.1:${port}/`);
  expect(await page.ended).toBe('cleanly');
  server.close();
});

it('ends streams cleanly and answers what was asked when it stops', async () => {
  const classIds = await openClasses(await studio.admin(), 10);
  const { client } = await studio.memberWithPasses(10);
  const page = await openPage(studio.base, client.token);
  const asked = classIds.map((classId) => client.call('POST', '/api/bookings', { classId }));
  // On its way: the first is answered, the others are somewhere between.
  await Promise.race(asked);
  stopped = true;
  const began = performance.now();
  const stopping = studio.stop();
  const answers = await Promise.allSettled(asked);
  // None was torn off half-way: each is answered, unless its connection had not been made.
  const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'refused'));
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 'refused')).toEqual([]);
  expect(await page.ended).toBe('cleanly');
  await stopping;
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('lets one address have so many pages of visitors open, and of members any number', async () => {
  const limited = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } });
  try {
    const visitors = await Promise.all(Array.from({ length: 20 }, () => openPage(limited.base)));
    const answer = await fetch(`${limited.base}/api/events`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
    const { client } = await limited.memberWithPasses(1);
    const member = await openPage(limited.base, client.token);
    visitors[0]?.close();
    const next = await waitFor(() => openPage(limited.base).catch(() => null));
    for (const page of [...visitors, member, next]) page.close();
  } finally {
    await limited.stop();
  }
});
