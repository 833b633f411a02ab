import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const requestLine = z.object({
  msg: z.literal('request'),
  time: z.iso.datetime(),
  requestId: z.uuid(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  client: z.string().regex(/^[0-9a-f]{12}$/),
  memberId: z.string().optional(),
  role: z.string().optional(),
  staffId: z.string().optional(),
});

let studio: TestStudio;
const logged: string[] = [];
beforeAll(async () => {
  studio = await startOwnStudio({
    environment: { LOG_LEVEL: 'info' },
    log: { write: (line) => logged.push(line) },
  });
});
afterAll(() => studio?.stop());

/** The line of the refused request to a route, without what differs each time. */
async function readLine(route: string) {
  const {
    client,
    time: _time,
    requestId: _requestId,
    msg: _msg,
    ...line
  } = await waitFor(
    () =>
      logged
        .map((text) => requestLine.safeParse(JSON.parse(text)).data)
        .find((found) => found?.route === route && found.status >= 400),
    { what: `the log line of ${route}` },
  );
  return { client, line };
}

it('names the member or the role of a caller by id, and no one for a visitor', async () => {
  const { client: member, memberId } = await studio.memberWithPasses(1);
  const admin = await studio.admin();
  const visitor = new StudioClient(studio.base);
  const calls: [StudioClient, string, string, object][] = [
    [member, 'GET', '/api/admin/members', { status: 403, memberId }],
    [admin, 'POST', '/api/admin/instructors', { status: 400, role: 'admin' }],
    [visitor, 'GET', '/api/my-bookings', { status: 401 }],
    [visitor, 'POST', '/api/auth/signin', { status: 400 }],
  ];
  const clients = new Set<string>();
  for (const [caller, method, route, expected] of calls) {
    await caller.call(method, route, method === 'POST' ? {} : undefined);
    const { client, line } = await readLine(route);
    clients.add(client);
    expect(line).toEqual({ method, route, ...expected });
  }
  expect(clients.size).toBe(1);
  const lines = logged.filter((text) => requestLine.safeParse(JSON.parse(text)).success);
  expect(lines.join('\n')).not.toContain('127.0.0.1');
});

it('describes a failed sign-in by its route, status and client', async () => {
  logged.length = 0;
  const wrong = { role: 'admin', password: 'wrong' };
  await new StudioClient(studio.base).call('POST', '/api/staff/session', wrong);
  const { line } = await readLine('/api/staff/session');
  expect(line).toEqual({ method: 'POST', route: '/api/staff/session', status: 401 });
});

/** Sends a request that is refused, and disconnects when it is written, or when the first byte of the answer arrives. */
function disconnect(when: 'written' | 'answered'): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(studio.port, '127.0.0.1', () => {
      socket.write('GET /api/my-bookings HTTP/1.1\r\nHost: localhost\r\n\r\n', () => {
        if (when === 'written') socket.destroy();
      });
    });
    socket.once('data', () => socket.destroy());
    socket.once('error', () => {});
    socket.once('close', () => resolve());
  });
}

it('survives clients that disconnect before their request is logged', async () => {
  const times = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'written' : 'answered'));
  await Promise.all(times.map(disconnect));
  logged.length = 0;
  expect((await new StudioClient(studio.base).call('GET', '/api/membership')).status).toBe(401);
  expect((await readLine('/api/membership')).line).toMatchObject({ status: 401 });
});
