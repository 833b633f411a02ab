import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { type Api, createApi } from '../create-api.ts';

let studio: TestStudio;
let second: Api;
let otherBase: string;
let closeWaiter: () => Promise<void>;
beforeAll(async () => {
  studio = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } });
  const { runtime } = studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  closeWaiter = () => waiter.close();
  second = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board: null });
  otherBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => studio.runtime.pool.query('DELETE FROM request_counts'));
afterAll(async () => {
  await second?.close();
  await closeWaiter();
  await studio?.stop();
});

/** The requests that each route accepts from one address in a minute. */
const limits = [
  ['POST', '/api/auth/signup', 20, {}],
  ['POST', '/api/auth/forgot-password', 10, {}],
  ['POST', '/api/auth/email-code', 10, {}],
  ['POST', '/api/auth/email-code/verify', 20, {}],
  ['POST', '/api/auth/passkey', 30, {}],
  ['POST', '/api/auth/reset-password', 20, {}],
  ['POST', '/api/registrations', 10, {}],
  ['POST', '/api/staff/session', 60, {}],
  ['POST', '/api/staff/join', 20, {}],
  ['POST', '/api/staff/password/forgot', 10, {}],
  ['POST', '/api/staff/password/reset', 20, {}],
  ['POST', '/api/newsletter/unsubscribe', 30, {}],
  ['POST', '/unsubscribe', 300, {}],
] as const;

it.each(limits)(
  '%s %s: %i a minute for an address at all processes, then 429',
  async (method, path, most, body) => {
    const call = (index: number) =>
      fetch((index % 2 === 0 ? studio.base : otherBase) + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `192.0.2.${Math.ceil(Math.random() * 250)}`,
        },
        body: JSON.stringify(body),
      });
    const statuses: number[] = [];
    for (let index = 0; index <= most; index += 1) statuses.push((await call(index)).status);
    expect(statuses.slice(0, most).every((status) => status === 400)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const { pool } = studio.runtime;
    const { rows } = await pool.query<{ key: string }>('SELECT key FROM request_counts');
    expect(rows.map(({ key }) => key.replace(/[0-9a-f]{64}$/, 'hash'))).toEqual([`${method} ${path} hash`]);
    await pool.query("UPDATE request_counts SET ends_at = ends_at - interval '1 minute'");
    expect((await call(0)).status).toBe(400);
  },
);

describe('the budget of a member', () => {
  const send = (client: StudioClient, method: string, path: string, body?: object, base = studio.base) =>
    fetch(base + path, {
      method,
      headers: { ...client.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const readKeys = async () => {
    const { rows } = await studio.runtime.pool.query<{ key: string; count: number }>(
      'SELECT key, count FROM request_counts',
    );
    return rows.map(({ key, count }) => `${key.replace(/[0-9a-f]{64}$/, 'hash')} ${count}`);
  };

  it('is strict for payments, at all processes together, and each member has one', async () => {
    const { client: ann } = await studio.memberWithPasses(1);
    const { client: bob } = await studio.memberWithPasses(1);
    const begin = (client: StudioClient, base?: string) =>
      send(client, 'POST', '/api/create-payment-intent', { passId: 2_147_483_647 }, base);
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      statuses.push((await begin(ann, index % 2 === 0 ? studio.base : otherBase)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    const refused = await begin(ann, otherBase);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(9 * 60);
    expect(errorAnswer.strict().parse(await refused.json()).code).toBe('RATE_LIMITED');
    // The same budget.
    expect((await send(ann, 'POST', '/api/membership/subscribe')).status).toBe(429);
    expect((await begin(bob)).status).toBe(404);
    expect((await send(ann, 'GET', '/api/user/passes')).status).toBe(200);
    await studio.runtime.pool.query("UPDATE request_counts SET ends_at = ends_at - interval '10 minutes'");
    expect((await begin(ann, otherBase)).status).toBe(404);
  });

  it('is mild for the rest, and counts no call with invalid input', async () => {
    const { client } = await studio.memberWithPasses(1);
    const leave = () => send(client, 'DELETE', '/api/user/calendar-feed');
    for (let index = 0; index < 30; index += 1) expect((await leave()).status).toBe(200);
    for (let index = 0; index < 5; index += 1) {
      expect((await send(client, 'PUT', '/api/user/profile', { name: '' })).status).toBe(400);
    }
    expect(await readKeys()).toEqual(['account hash 30']);
    expect((await leave()).status).toBe(429);
    expect((await send(client, 'PUT', '/api/user/consents', { newsletter: true })).status).toBe(429);
  });

  it('costs the first ten bookings of a minute no statement, and then counts them all', async () => {
    const { client } = await studio.memberWithPasses(1);
    const book = () => send(client, 'POST', '/api/bookings', { classId: 2_147_483_647 });
    for (let index = 0; index < 10; index += 1) expect((await book()).status).toBe(404);
    expect(await readKeys()).toEqual([]);
    await book();
    expect(await readKeys()).toEqual(['booking hash 11']);
    for (let index = 11; index < 60; index += 1) expect((await book()).status).toBe(404);
    expect((await book()).status).toBe(429);
  });

  it('is one for each member of staff, too', async () => {
    const admin = await studio.admin();
    const remove = () => send(admin, 'DELETE', '/api/admin/weekly-templates/2147483647');
    const statuses = await Promise.all(Array.from({ length: 301 }, remove));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

it('limits the time for a request to arrive', () => {
  expect(second.app.server.requestTimeout).toBe(30_000);
  expect(second.app.server.headersTimeout).toBeGreaterThan(0);
});
