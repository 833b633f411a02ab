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
afterAll(() => studio.stop());

/** A booking whose body does not come. Resolves once the API has its head; `answered` when it is answered all the same. */
async function beginBooking(token: string, answered: () => void): Promise<Socket> {
  const { hostname, port } = new URL(studio.base);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/bookings HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 20',
    // Answered as soon as it is read.
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.on('data', answered);
  return socket;
}

it('whoever begins to book and sends nothing keeps nobody from booking', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const slow = await studio.memberWithPasses(1);
  const quick = await studio.memberWithPasses(1);
  const begun: Socket[] = [];
  let answered = 0;
  try {
    while (begun.length < maxConcurrentBookings + 10)
      begun.push(await beginBooking(slow.client.token, () => (answered += 1)));
    expect((await quick.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
    // None was given up to let it in.
    expect(answered).toBe(0);
  } finally {
    for (const socket of begun) socket.destroy();
  }
  // Someone who hangs up is no fault of ours.
  const told = () => logged.filter((line) => line.includes('broke off on its way'));
  await waitFor(() => told().length === begun.length);
  expect(logged.filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
});

it('whoever hangs up before they are let in keeps no place', async () => {
  const [classId] = await openClasses(await studio.admin(), 1);
  const gone = await studio.memberWithPasses(1);
  const quick = await studio.memberWithPasses(1);
  const { hostname, port } = new URL(studio.base);
  const body = JSON.stringify({ classId });
  const text = [
    'POST /api/bookings HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${gone.client.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const { pool } = studio.runtime;
  const holder = await pool.connect();
  try {
    // All stand before their session until it is let go of.
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE sessions');
    const sockets = Array.from({ length: maxConcurrentBookings + 10 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(text);
      return socket;
    });
    await waitFor(async () => {
      const { rows } = await holder.query<{ count: number }>(
        "SELECT count(*) FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted",
      );
      return rows[0]?.count;
    });
    for (const socket of sockets) socket.destroy();
    await waitFor(() => sockets.every(({ closed }) => closed));
    expect((await fetch(`${studio.base}/health/serving`)).status).toBe(200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await quick.client.call('POST', '/api/bookings', { classId })).status).toBe(200);
});

it('books for everyone who stands in line', async () => {
  const [classId] = await openClasses(await studio.admin(), 1, 20);
  const members = await Promise.all(Array.from({ length: 10 }, () => studio.memberWithPasses(1)));
  // Of each member all find the one booking.
  const tapsEach = Math.ceil((maxConcurrentBookings * 1.25) / members.length);
  const answers = await Promise.all(
    members.flatMap(({ client }) =>
      Array.from({ length: tapsEach }, () => client.call('POST', '/api/bookings', { classId })),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
