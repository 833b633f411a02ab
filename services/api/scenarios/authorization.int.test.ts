import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogEnd, type LogEnd } from '#infra/event-store/log-end.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { type NewPrincipal, Sessions } from '../sessions.ts';
import { declaredRoutes, findAccess } from '../testing/route-access.fixture.ts';

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

let studio: TestStudio;
let end: LogEnd;
let sessions: Sessions;
let memberId: string;
let routes: string[];
/** What each route answered to each kind of caller, by route. */
const outcomes = new Map<string, Map<string, string>>();

function recordOutcome(route: string, caller: string, found: string): void {
  const row = outcomes.get(route) ?? new Map<string, string>();
  outcomes.set(route, row.set(caller, found === 'allowed' ? found : found.slice(0, 3)));
}

/** Writes the table of routes and callers to `.cache/routes-and-roles.txt`, for people to read. */
function writeTable(): void {
  const callers = ['no token', ...roles];
  const lines = [...outcomes].map(([route, row]) => [route, ...callers.map((each) => row.get(each) ?? '')]);
  const text = [['', ...callers], ...lines]
    .map(([route = '', ...cells]) =>
      [route.padEnd(52), ...cells.map((cell) => cell.padEnd(10))].join('  ').trimEnd(),
    )
    .join('\n');
  const folder = join(import.meta.dirname, '../../../.cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'routes-and-roles.txt'), `${text}\n`);
}

beforeAll(async () => {
  studio = await startOwnStudio();
  end = createLogEnd(studio.runtime.backends.eventStoreUrl);
  sessions = new Sessions(studio.runtime.pool, studio.runtime.sharedPasswordMarks);
  const member = await new StudioClient(studio.base).signUp('matrix@example.com');
  const answer = await member.call('GET', '/api/auth/user');
  memberId = z.object({ user: z.object({ id: z.string() }) }).parse(answer.body).user.id;
  const document = openApi.parse(await (await fetch(`${studio.base}/api/docs/json`)).json());
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});
afterAll(async () => {
  writeTable();
  await end?.close();
  await studio?.stop();
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

interface TokenParts {
  readonly secret?: string;
  readonly exp?: number;
  readonly head?: object;
  readonly claims?: object;
}

/** Builds a token for a session without the API. */
function sign(
  sid: string,
  { secret = studio.runtime.config.jwtSecret, exp = inAnHour(), head, claims }: TokenParts = {},
): string {
  const signed = [
    { alg: 'HS256', typ: 'at+jwt', ...head },
    { sid, exp, iss: 'tideline', aud: 'tideline-api', ...claims },
  ]
    .map(base64)
    .join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const admin: NewPrincipal = { kind: 'staff', role: 'admin' };
const open = (owner: NewPrincipal) => sessions.open(owner);

/** Invalid tokens, each of which would be an admin's if it were valid. */
const badTokens: Readonly<Record<string, () => Promise<string | null>>> = {
  'no token': async () => null,
  'a malformed token': async () => 'not.a.token',
  'an expired token': async () => sign(await open(admin), { exp: inAnHour() - 7200 }),
  'an ended session': async () => {
    const sid = await open(admin);
    await sessions.end(sid);
    return sign(sid);
  },
  'an expired session': async () => {
    const sid = await open(admin);
    await studio.runtime.pool.query('UPDATE sessions SET expire = now() WHERE sid = $1', [sid]);
    return sign(sid);
  },
  'an unknown session': async () => sign(randomUUID()),
  'a token signed with another secret': async () =>
    sign(await open(admin), { secret: 'another secret of about the same length' }),
  'an unsigned token': async () => sign(await open(admin), { head: { alg: 'none' } }).replace(/[^.]*$/, ''),
  'a token of a kind that is not for the API': async () => sign(await open(admin), { head: { typ: 'JWT' } }),
  'a token without a kind': async () => sign(await open(admin), { head: { typ: undefined } }),
  'a token of another issuer': async () => sign(await open(admin), { claims: { iss: 'another' } }),
  'a token without an issuer': async () => sign(await open(admin), { claims: { iss: undefined } }),
  'a token for another audience': async () => sign(await open(admin), { claims: { aud: 'another' } }),
  'a token without an audience': async () => sign(await open(admin), { claims: { aud: undefined } }),
};

const roles = ['member', 'instructor', 'auditor', 'admin'] as const;
type Role = (typeof roles)[number];

/** The member's epoch is far ahead, because one of the calls signs out everywhere. */
const ownerOf = (role: Role): NewPrincipal =>
  role === 'member' ? { kind: 'member', memberId, epoch: 1_000 } : { kind: 'staff', role };

/**
 * `401 UNAUTHENTICATED`, `403 FORBIDDEN`, or `allowed`, whatever the route answers to the empty input; and whether a cache may store
 * the answer.
 */
async function readOutcome(route: string, token: string | null): Promise<string> {
  const [method = '', path = ''] = route.split(' ');
  const stop = new AbortController();
  const response = await fetch(studio.base + path.replaceAll(/\{\w+\}/g, '2147483647'), {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const { status } = response;
  const stored = response.headers.get('cache-control')?.includes('no-store') ? '' : ', may be stored';
  if (status !== 401 && status !== 403) {
    // An event stream never ends, so no body is read.
    stop.abort();
    return `allowed${path.startsWith('/api/') ? stored : ''}`;
  }
  return `${status}${stored} ${errorAnswer.strict().parse(await response.json()).code}`;
}

describe('access', () => {
  it('is declared for every route and no other', () => {
    expect(routes.filter((route) => findAccess(route) === undefined)).toEqual([]);
    expect(declaredRoutes.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(Object.entries(badTokens))('%s allows only public routes', async (what, token) => {
    const before = await end.position();
    const wrong: string[] = [];
    for (const route of routes.filter((each) => findAccess(each) !== undefined)) {
      const expected = findAccess(route) === 'anyone' ? 'allowed' : '401 UNAUTHENTICATED';
      const found = await readOutcome(route, await token());
      recordOutcome(route, what, found);
      if (found !== expected) wrong.push(`${route}: ${found} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect(await end.position()).toEqual(before);
  });

  it.each(roles)('is limited to the declared routes for the role %s', async (role) => {
    const wrong: string[] = [];
    for (const route of routes.filter((each) => findAccess(each) !== undefined)) {
      const access = findAccess(route);
      const isAllowed =
        access === 'anyone' ||
        access === role ||
        (typeof access === 'object' && access.some((each) => each === role));
      const before = await end.position();
      // Each call has a session of its own, because some calls end it.
      const found = await readOutcome(route, sign(await open(ownerOf(role))));
      recordOutcome(route, role, found);
      const refused = access === 'provider' ? '401 UNAUTHENTICATED' : '403 FORBIDDEN';
      const expected = isAllowed ? 'allowed' : refused;
      if (found !== expected) wrong.push(`${route}: ${found} instead of ${expected}`);
      if (!isAllowed && (await end.position()) !== before) wrong.push(`${route} appended events`);
    }
    expect(wrong).toEqual([]);
  });
});
