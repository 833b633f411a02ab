import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HEARTBEAT_MS } from '#services/contract/live-heartbeat.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type OpenPage, openPage } from '../testing/event-stream.fixture.ts';
import { LiveConnections } from './live-connections.ts';

const notLimited = { maxTotal: 1_000, isLimited: false, logger: { warn: () => {} } };

/** A server that adds every request to the connections. */
async function serve(connections: LiveConnections) {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    const { member, session } = Object.fromEntries(new URL(request.url ?? '', 'http://a').searchParams);
    const owner = member === undefined ? null : { memberId: member, sessionId: session ?? null };
    if (connections.findLimit(owner, '127.0.0.1') !== null) response.writeHead(429).end();
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      connections.add(response, owner, '127.0.0.1');
    }
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
  const connections = new LiveConnections(notLimited);
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
  const connections = new LiveConnections(notLimited);
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

it('sends every page a heartbeat that it can see, at the interval of the contract', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const connections = new LiveConnections(notLimited);
  const { port } = await serve(connections);
  const pages = await Promise.all([1, 2].map(() => openPage(`http://127.0.0.1:${port}/`)));
  vi.advanceTimersByTime(HEARTBEAT_MS * 3);
  await waitFor(() => pages.every((page) => page.countHeartbeats() === 3));
  for (const page of pages) page.close();
});

it('ends a connection immediately that is added after closing', async () => {
  const connections = new LiveConnections(notLimited);
  connections.close();
  const { port } = await serve(connections);
  const page = await openPage(`http://127.0.0.1:${port}/`);
  expect(await page.ended).toBe('complete');
});

describe('limits', () => {
  async function serveLimited(maxTotal: number) {
    const warned: unknown[] = [];
    const logger = { warn: (about: object) => void warned.push(about) };
    const connections = new LiveConnections({ maxTotal, isLimited: true, logger });
    const { port } = await serve(connections);
    const open = (query = '') => openPage(`http://127.0.0.1:${port}/?${query}`);
    return { connections, open, warned };
  }
  const openMany = async (count: number, open: () => Promise<OpenPage>) => {
    const pages: OpenPage[] = [];
    while (pages.length < count) pages.push(await open());
    return pages;
  };

  it('replaces and notifies the oldest page of a session with more than five', async () => {
    const { connections, open, warned } = await serveLimited(1_000);
    const pages = await openMany(6, () => open('member=ann&session=one'));
    expect(await pages[0]?.ended).toBe('complete');
    expect(pages[0]?.wasReplaced()).toBe(true);
    expect(connections.count).toBe(5);
    connections.send({ topics: ['wallet'] }, 'ann');
    await waitFor(() => pages.slice(1).every(({ changes }) => changes.length === 1));
    expect(warned).toEqual([{ limit: 'session', pages: 5 }]);
    for (const page of pages) page.close();
  });

  it('replaces the oldest page of a member with more than ten, and none of another', async () => {
    const { connections, open } = await serveLimited(1_000);
    const bob = await open('member=bob&session=b');
    let session = 0;
    const pages = await openMany(11, () => open(`member=ann&session=${(session++ / 4).toFixed(0)}`));
    expect(await pages[0]?.ended).toBe('complete');
    expect(connections.count).toBe(11);
    connections.send({ topics: ['classes'] });
    await waitFor(() => [bob, ...pages.slice(1)].every(({ changes }) => changes.length === 1));
    for (const page of [bob, ...pages]) page.close();
  });

  it('stays at ten pages when one member opens hundreds', async () => {
    const { connections, open, warned } = await serveLimited(1_000);
    let session = 0;
    const pages = await openMany(300, () => open(`member=ann&session=${session++ % 40}`));
    expect(connections.count).toBe(10);
    expect(warned.length).toBeLessThanOrEqual(2);
    for (const page of pages) page.close();
  });

  it('refuses pages beyond the total, and leaves half of it to members', async () => {
    const { connections, open, warned } = await serveLimited(12);
    const visitors = await openMany(6, open);
    await expect(open()).rejects.toThrow('429');
    let member = 0;
    const members = await openMany(6, () => open(`member=m${member++}`));
    await expect(open('member=late')).rejects.toThrow('429');
    expect(warned).toEqual([
      { limit: 'visitors', pages: 6 },
      { limit: 'total', pages: 12 },
    ]);
    visitors[0]?.close();
    await waitFor(() => connections.count === 11);
    const next = await open('member=late');
    for (const page of [...visitors, ...members, next]) page.close();
  });
});
