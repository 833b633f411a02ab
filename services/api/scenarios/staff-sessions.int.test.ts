import { randomUUID } from 'node:crypto';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { backgroundHeader } from '#services/contract/background-header.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import {
  attemptsAnswer,
  inviteAnswer,
  openSessionsAnswer,
  type StaffRole,
  staffSessionAnswer,
} from '#services/contract/staff.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openPage } from '../testing/event-stream.fixture.ts';
import { startOtherProcess } from '../testing/other-process.fixture.ts';
import { findAccess } from '../testing/route-access.fixture.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

let studio: TestStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const describeAnswer = ({ status, body }: Answer) =>
  status < 300 ? 'works' : `${status} ${errorAnswer.parse(body).code}`;
const claims = z.object({ sid: z.string(), iat: z.number(), exp: z.number() });
const readClaims = ({ token }: StudioClient) =>
  claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
const listSessions = async (client = admin) =>
  (await client.expect(openSessionsAnswer, 'GET', '/api/admin/staff/sessions')).sessions;
const endSession = (sid: string, client = admin) => client.call('DELETE', `/api/admin/staff/sessions/${sid}`);

async function signIn(body: object, userAgent = firefox): Promise<StudioClient> {
  const response = await fetch(`${studio.base}/api/staff/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  });
  return new StudioClient(studio.base, staffSessionAnswer.parse(await response.json()).token);
}

async function addAccount(role: StaffRole): Promise<{ email: string; password: string }> {
  const email = `${randomUUID()}@example.com`;
  const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role });
  const issued = await issueStaffInvite(
    studio.runtime,
    { staffId },
    { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
  );
  const password = 'seaside-terrace-7';
  const form = { token: issued?.token, name: 'Marina Shore', password };
  await visitor.expect(staffSessionAnswer, 'POST', '/api/staff/join', form);
  return { email, password };
}

interface StoredUse {
  readonly lastUsedAt: Date;
  readonly wasIdle: boolean;
}
async function readUse(client: StudioClient): Promise<StoredUse> {
  const { rows } = await studio.runtime.pool.query<StoredUse>(
    'SELECT last_used_at AS "lastUsedAt", was_idle AS "wasIdle" FROM sessions WHERE sid = $1',
    [readClaims(client).sid],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The session has ended');
  return row;
}
/** Stores when a session was last used, without telling the API, which may have cached it. */
const setLastUse = (client: StudioClient, minutesAgo: number) =>
  studio.runtime.pool.query(
    'UPDATE sessions SET last_used_at = now() - make_interval(mins => $2) WHERE sid = $1',
    [readClaims(client).sid, minutesAgo],
  );
/** The same for a process that has not cached the session. */
async function leaveUnused(client: StudioClient, minutes: number): Promise<void> {
  await setLastUse(client, minutes);
  await studio.runtime.pool.query(`SELECT pg_notify('sessions', $1)`, [readClaims(client).sid]);
  // Notifications arrive in order, so the page of this session ends after the other one was evicted.
  const marker = await visitor.staff('admin');
  const page = await openPage(studio.base, marker.token);
  await endSession(readClaims(marker).sid);
  await page.ended;
}
const readInBackground = (client: StudioClient, path: string) =>
  fetch(studio.base + path, { headers: { ...client.headers, [backgroundHeader]: '1' } });

describe('the list of staff sessions', () => {
  it('has role, person, browser and a name of the network, and marks the own one', async () => {
    const account = await addAccount('admin');
    const named = await signIn(account);
    const shared = await signIn({ role: 'instructor', password: 'instructor-sandbox' }, 'curl/8');
    await visitor.signUp(`${randomUUID()}@example.com`);
    const sessions = await listSessions(named);
    const [attempt] = (await named.expect(attemptsAnswer, 'GET', '/api/admin/staff/attempts')).attempts;
    const find = (client: StudioClient) => sessions.find(({ id }) => id === readClaims(client).sid);
    expect(find(named)).toEqual({
      id: readClaims(named).sid,
      role: 'admin',
      name: 'Marina Shore',
      openedAt: expect.any(String),
      lastUsedAt: expect.any(String),
      from: attempt?.from,
      browser: 'Firefox on Windows',
      isThis: true,
    });
    expect(find(shared)).toMatchObject({ role: 'instructor', name: null, browser: 'Unknown browser' });
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toMatch(/127\.0\.0\.1|Gecko|curl/);
  });

  it('ends any session of staff, the own one included, in every process', async () => {
    const { base, stop } = await startOtherProcess(studio);
    try {
      const stolen = await visitor.staff('admin');
      const elsewhere = new StudioClient(base, stolen.token);
      expect((await elsewhere.call('GET', '/api/admin/staff')).status).toBe(200);
      expect((await endSession(readClaims(stolen).sid)).status).toBe(200);
      expect(describeAnswer(await stolen.call('GET', '/api/admin/staff'))).toBe('401 UNAUTHENTICATED');
      await waitFor(async () => (await elsewhere.call('GET', '/api/admin/staff')).status === 401);
      expect((await endSession(readClaims(stolen).sid)).status).toBe(200);
      const own = await visitor.staff('admin');
      expect((await endSession(readClaims(own).sid, own)).status).toBe(200);
      expect(describeAnswer(await own.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
      const ids = (await listSessions()).map(({ id }) => id);
      expect(ids).not.toContain(readClaims(stolen).sid);
    } finally {
      await stop();
    }
  });

  it('neither shows nor ends sessions of members', async () => {
    const member = await visitor.signUp(`${randomUUID()}@example.com`);
    const { sid } = readClaims(member);
    expect((await listSessions()).map(({ id }) => id)).not.toContain(sid);
    await endSession(sid);
    expect((await member.call('GET', '/api/auth/user')).status).toBe(200);
  });
});

it.each([
  ['staff', 12, () => visitor.staff('auditor')],
  ['members', 24, () => visitor.signUp(`${randomUUID()}@example.com`)],
] as const)('a session of %s ends after %i hours, and its token too', async (_, hours, open) => {
  const before = Date.now();
  const client = await open();
  const { sid, iat, exp } = readClaims(client);
  expect(exp - iat).toBe((hours * millisecondsInHour) / 1_000);
  const { rows } = await studio.runtime.pool.query<{ expire: Date }>(
    'SELECT expire FROM sessions WHERE sid = $1',
    [sid],
  );
  const lastsMs = (rows[0]?.expire.getTime() ?? 0) - before;
  expect(Math.round(lastsMs / millisecondsInMinute)).toBe(hours * 60);
});

describe('the use of a session', () => {
  it('is stored at most once a minute, and not for what the page asks by itself', async () => {
    const client = await visitor.staff('admin');
    await leaveUnused(client, 20);
    const unused = await readUse(client);
    expect((await readInBackground(client, '/api/staff/session')).status).toBe(200);
    expect(await readUse(client)).toEqual(unused);
    await client.call('GET', '/api/staff/session');
    const used = await readUse(client);
    expect(Date.now() - used.lastUsedAt.getTime()).toBeLessThan(millisecondsInMinute);
    for (const path of ['/api/staff/session', '/api/admin/staff']) await client.call('GET', path);
    expect(await readUse(client)).toEqual(used);
  });
});

/** Every route of staff by the OpenAPI document, with its answer's fields. */
async function readStaffRoutes() {
  const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const { paths } = openApi.parse(await (await fetch(`${studio.base}/api/docs/json`)).json());
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        answer: JSON.stringify(operation),
      })),
    )
    .filter(({ route }) => Array.isArray(findAccess(route)));
}

describe('half an hour without a use', () => {
  it('closes the histories, health details and the page of a member to a session, and nothing else', async () => {
    const routes = await readStaffRoutes();
    const wrong: string[] = [];
    let closed = 0;
    for (const { route, answer } of routes) {
      const isClosed =
        route.includes(' /api/audit/') ||
        answer.includes('medicationDetails') ||
        /^(GET \/api\/admin\/(members\/\{id\}|complaints|disputes\/.*)|POST \/api\/admin\/(members\/\{id\}\/notes|complaints\/\{id\}\/answer|disputes\/.*|export))$/.test(
          route,
        );
      if (isClosed) closed += 1;
      const client = await visitor.staff('admin');
      await setLastUse(client, 31);
      const [method = '', path = ''] = route.split(' ');
      const found = describeAnswer(await client.call(method, path.replaceAll(/\{\w+\}/g, '2147483647')));
      if ((found === '401 SESSION_IDLE') !== isClosed) wrong.push(`${route}: ${found}`);
    }
    expect(wrong).toEqual([]);
    expect(closed).toBeGreaterThan(8);
  });

  it('is counted for every role, in the sentence of the answer', async () => {
    for (const role of ['auditor', 'admin'] as const) {
      const client = await visitor.staff(role);
      expect((await client.call('GET', '/api/audit/key')).status).toBe(200);
      await leaveUnused(client, 29);
      expect((await readInBackground(client, '/api/audit/key')).status).toBe(200);
      await leaveUnused(client, 31);
      const { status, body } = await client.call('GET', '/api/audit/key');
      expect([status, errorAnswer.parse(body)]).toEqual([
        401,
        expect.objectContaining({
          code: 'SESSION_IDLE',
          error: 'You were away for half an hour. Please sign in again to go on.',
        }),
      ]);
    }
  });

  it('is not undone by a use of another page', async () => {
    const client = await visitor.staff('admin');
    await leaveUnused(client, 31);
    expect((await client.call('GET', '/api/admin/staff')).status).toBe(200);
    expect(describeAnswer(await client.call('GET', '/api/audit/key'))).toBe('401 SESSION_IDLE');
    expect((await readUse(client)).wasIdle).toBe(true);
    const again = await visitor.staff('admin');
    expect((await again.call('GET', '/api/audit/key')).status).toBe(200);
  });

  it('does not count a use in another process as none', async () => {
    const client = await visitor.staff('auditor');
    await leaveUnused(client, 31);
    // This process caches that the session is unused; then another one stores a use.
    expect((await readInBackground(client, '/api/staff/session')).status).toBe(200);
    await setLastUse(client, 0);
    expect((await client.call('GET', '/api/audit/key')).status).toBe(200);
  });
});

it('ends the sessions of a shared password that is another one at the next start', async () => {
  const { base, app, stop } = await startOtherProcess(studio, { ADMIN_PASSWORD: 'another-harbour-lamp' });
  try {
    const jobs = async ({ token }: StudioClient) =>
      (await app.inject({ url: '/api/admin/jobs/api/queues', headers: { cookie: `staff_jobs=${token}` } }))
        .statusCode;
    const afterwards = ({ token }: StudioClient) => new StudioClient(base, token);
    const former = await visitor.staff('admin');
    const instructor = await visitor.staff('instructor');
    const current = await new StudioClient(base).staff('admin', 'another-harbour-lamp');
    const invitation = { email: `${randomUUID()}@example.com`, role: 'admin' };
    expect(describeAnswer(await afterwards(former).call('POST', '/api/admin/staff', invitation))).toBe(
      '401 UNAUTHENTICATED',
    );
    expect(await jobs(former)).toBe(401);
    expect(await jobs(current)).toBe(200);
    expect((await afterwards(instructor).call('GET', '/api/staff/session')).status).toBe(200);
    const ids = (await listSessions(current)).map(({ id }) => id);
    expect(ids).toContain(readClaims(instructor).sid);
    expect(ids).not.toContain(readClaims(former).sid);
  } finally {
    await stop();
  }
});
