import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { maxConcurrentBookings } from './booking-queue.ts';

let studio: TestStudio;
const logged: string[] = [];
beforeAll(async () => {
  studio = await startOwnStudio({
    environment: { LOG_LEVEL: 'info' },
    log: { write: (line) => void logged.push(line) },
  });
});
afterAll(() => studio?.stop());

/** Sends the head of a booking request and no body. Resolves once the API has read the head; calls `onAnswer` if it answers. */
async function sendBookingHead(token: string, onAnswer: () => void): Promise<Socket> {
  const { hostname, port } = new URL(studio.base);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/bookings HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 20',
    // The server answers this as soon as it has read the head.
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.on('data', onAnswer);
  return socket;
}

it('books a class while more clients than the limit send no body', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const slow = await studio.memberWithPasses(1);
  const quick = await studio.memberWithPasses(1);
  const incomplete: Socket[] = [];
  const linesBefore = logged.length;
  let answered = 0;
  try {
    while (incomplete.length < maxConcurrentBookings + 10)
      incomplete.push(await sendBookingHead(slow.client.token, () => (answered += 1)));
    expect((await quick.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
    // None of them was rejected to make room for it.
    expect(answered).toBe(0);
  } finally {
    for (const socket of incomplete) socket.destroy();
  }
  // A client that disconnects is logged at info: it is no failure of the server.
  const readNewLines = () => logged.slice(linesBefore);
  const disconnects = () => readNewLines().filter((line) => line.includes('The client disconnected before'));
  await waitFor(() => disconnects().length >= incomplete.length);
  expect(readNewLines().filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
});

it('releases the places of clients that disconnect before their booking starts', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const disconnecting = await studio.memberWithPasses(1);
  const quick = await studio.memberWithPasses(1);
  const { hostname, port } = new URL(studio.base);
  const body = JSON.stringify({ classId });
  const text = [
    'POST /api/bookings HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${disconnecting.client.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const { pool } = studio.runtime;
  const lock = await pool.connect();
  try {
    // Every request waits for its session until the lock is released.
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE sessions');
    const sockets = Array.from({ length: maxConcurrentBookings + 10 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(text);
      return socket;
    });
    await waitFor(async () => {
      const { rows } = await lock.query<{ count: number }>(
        "SELECT count(*) FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted",
      );
      return rows[0]?.count;
    });
    for (const socket of sockets) socket.destroy();
    await waitFor(() => sockets.every(({ closed }) => closed));
    expect((await fetch(`${studio.base}/health/serving`)).status).toBe(200);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  expect((await quick.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
});

it('completes every booking that was queued', async () => {
  const [classId] = await openClasses(await studio.admin(), 1, 20);
  const members = await Promise.all(Array.from({ length: 10 }, () => studio.memberWithPasses(1)));
  // All requests of one member find the same booking.
  const requestsEach = Math.ceil((maxConcurrentBookings * 1.25) / members.length);
  const answers = await Promise.all(
    members.flatMap(({ client }) =>
      Array.from({ length: requestsEach }, () => client.call('POST', '/api/bookings', { classId })),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
