import { createHmac } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type Api, createApi } from '../create-api.ts';

let studio: TestStudio;
/** A second API over the same databases, as another process would be. */
let other: { readonly base: string; readonly api: Api; close(): Promise<void> };
beforeAll(async () => {
  studio = await startOwnStudio();
  const { runtime } = studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  const api = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board: null });
  const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  other = {
    base,
    api,
    async close() {
      await api.close();
      await waiter.close();
    },
  };
});
afterAll(async () => {
  await other?.close();
  await studio?.stop();
});

const ours = { iss: 'tideline', aud: 'tideline-api' };
const hs256 = { alg: 'HS256', typ: 'at+jwt' };
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds a token without the API. */
function forge(header: object, payload: object, secret: string): string {
  const signed = `${base64(header)}.${base64(payload)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('tokens', () => {
  it('are refused when missing, malformed, forged, unsigned, expired or of an unknown session', async () => {
    const { client } = await studio.memberWithPasses(1);
    const { sid } = z
      .object({ sid: z.string() })
      .parse(JSON.parse(Buffer.from(client.token.split('.')[1] ?? '', 'base64url').toString()));
    const { jwtSecret } = studio.runtime.config;
    const later = Math.floor(Date.now() / 1000) + 3600;
    expect(
      (
        await new StudioClient(studio.base, forge(hs256, { ...ours, sid, exp: later }, jwtSecret)).call(
          'GET',
          '/api/auth/credits',
        )
      ).status,
    ).toBe(200);
    const bad = [
      undefined,
      '',
      'garbage',
      'a.b.c',
      '\u00e9',
      `${client.token}x`,
      client.token.slice(0, -2),
      forge(hs256, { ...ours, sid, exp: later }, 'another secret of the same length...'),
      forge({ alg: 'none', typ: 'at+jwt' }, { ...ours, sid, exp: later }, ''),
      `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64({ ...ours, sid, exp: later })}.`,
      forge(hs256, { ...ours, sid, exp: Math.floor(Date.now() / 1000) - 1 }, jwtSecret),
      forge(hs256, { ...ours, sid: 'not a uuid', exp: later }, jwtSecret),
      forge(hs256, { ...ours, sid: '00000000-0000-4000-8000-000000000000', exp: later }, jwtSecret),
      forge({ alg: 'HS256', typ: 'JWT' }, { ...ours, sid, exp: later }, jwtSecret),
      forge(hs256, { ...ours, iss: 'elsewhere', sid, exp: later }, jwtSecret),
      forge(hs256, { ...ours, aud: 'elsewhere', sid, exp: later }, jwtSecret),
      forge(hs256, { sid, exp: later }, jwtSecret),
      forge(hs256, { ...ours, memberId: 'a-member', exp: later }, jwtSecret),
    ];
    for (const token of bad) {
      const answer = await new StudioClient(studio.base, token).call('GET', '/api/auth/credits');
      expect([token, refusal(answer)]).toEqual([token, '401 UNAUTHENTICATED']);
    }
    // A session whose row has expired is refused, whatever its token contains.
    await studio.runtime.pool.query(
      "UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1",
      [sid],
    );
    const elsewhere = new StudioClient(other.base, client.token);
    expect(refusal(await elsewhere.call('GET', '/api/auth/credits'))).toBe('401 UNAUTHENTICATED');
  });

  it('are valid until their expiry, also when cached', async () => {
    const { client } = await studio.memberWithPasses(1);
    const { sid } = z
      .object({ sid: z.string() })
      .parse(JSON.parse(Buffer.from(client.token.split('.')[1] ?? '', 'base64url').toString()));
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = forge(hs256, { ...ours, sid, exp }, studio.runtime.config.jwtSecret);
    const readStatus = async () =>
      (await new StudioClient(studio.base, token).call('GET', '/api/auth/credits')).status;
    expect([await readStatus(), await readStatus()]).toEqual([200, 200]);
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1000 });
    try {
      expect(await readStatus()).toBe(200);
      vi.setSystemTime(exp * 1000 + 1);
      expect(await readStatus()).toBe(401);
    } finally {
      vi.useRealTimers();
    }
    expect(await readStatus()).toBe(200);
  });

  it('end with the session, in every process of the API', async () => {
    const { client } = await studio.memberWithPasses(1);
    const there = new StudioClient(other.base, client.token);
    expect((await there.call('GET', '/api/auth/credits')).status).toBe(200);
    expect((await client.call('POST', '/api/auth/signout')).status).toBe(200);
    expect(refusal(await client.call('GET', '/api/auth/credits'))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await client.call('POST', '/api/auth/signout'))).toBe('401 UNAUTHENTICATED');
    // Well before the minute after which a cached session is read again.
    await waitFor(async () => (await there.call('GET', '/api/auth/credits')).status === 401);

    const admin = await new StudioClient(studio.base).staff('admin');
    const adminThere = new StudioClient(other.base, admin.token);
    expect((await adminThere.call('GET', '/api/admin/classes?date=2026-05-12')).status).toBe(200);
    expect((await admin.call('DELETE', '/api/staff/session')).status).toBe(200);
    await waitFor(
      async () => (await adminThere.call('GET', '/api/admin/classes?date=2026-05-12')).status === 401,
    );
  });

  it('of staff require the password of their role', async () => {
    const visitor = new StudioClient(studio.base);
    for (const [role, password] of [
      ['admin', 'instructor-sandbox'],
      ['instructor', 'admin-sandbox'],
      ['admin', 'ADMIN-SANDBOX'],
      ['admin', 'admin-sandbox '],
    ] as const) {
      const answer = await visitor.call('POST', '/api/staff/session', { role, password });
      expect(refusal(answer)).toBe('401 WRONG_CREDENTIALS');
      expect(errorAnswer.parse(answer.body).error).toBe('Incorrect password');
    }
  });
});

describe('signing in', () => {
  it('fails with the same message and duration for an unknown email and a wrong password', async () => {
    const visitor = new StudioClient(studio.base);
    await visitor.signUp('known@example.com');
    const attempt = async (email: string) => {
      const started = performance.now();
      const { status, body } = await visitor.call('POST', '/api/auth/signin', { email, password: 'not-it' });
      const { requestId: _, ...rest } = errorAnswer.parse(body);
      return { ms: performance.now() - started, answer: { status, ...rest } };
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      const known = await attempt('known@example.com');
      const unknown = await attempt(`unknown-${round}@example.com`);
      expect(known.answer).toEqual(unknown.answer);
      expect(known.answer).toEqual({
        status: 401,
        success: false,
        code: 'WRONG_CREDENTIALS',
        error: 'Please check your email and password.',
      });
      times.known.push(known.ms);
      times.unknown.push(unknown.ms);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0;
    // A hash takes some 20 ms; an answer without one would take two or three.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 3);
    expect(median(times.unknown)).toBeLessThan(median(times.known) * 3);
  });

  it('takes the email in any letter case', async () => {
    const visitor = new StudioClient(studio.base);
    await visitor.signUp('Mixed.Case@Example.com');
    for (const email of ['mixed.case@example.com', 'MIXED.CASE@EXAMPLE.COM', 'Mixed.Case@Example.com']) {
      expect((await visitor.call('POST', '/api/auth/signin', { email, password: 'seaside-7' })).status).toBe(
        200,
      );
    }
  });
});

describe('signing up', () => {
  const form = (email: string) => ({ name: 'Ann', email, phone: '07700 900123', password: 'seaside-7' });

  it('gives an address to one of twenty concurrent requests, and leaves no partial member', async () => {
    const cased = (index: number) => (index % 2 === 0 ? 'Rivals@Example.com' : 'rivals@example.COM');
    const bases = [studio.base, other.base];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        new StudioClient(bases[index % 2] ?? studio.base).call('POST', '/api/auth/signup', {
          ...form(cased(index)),
          password: `password-${index}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(refusal))).toEqual(new Set(['409 EMAIL_TAKEN']));
    const { rows } = await studio.runtime.pool.query(
      "SELECT id, name, password IS NOT NULL AS has_password FROM users WHERE lower(email) = 'rivals@example.com'",
    );
    expect(rows).toEqual([{ id: expect.any(String), name: 'Ann', has_password: true }]);
    // The password that signs in is the one of the request that was answered 200, and that token is the member's.
    const winner = answers.findIndex(({ status }) => status === 200);
    const visitor = new StudioClient(studio.base);
    const signIns = await Promise.all(
      answers.map((_, index) =>
        visitor.call('POST', '/api/auth/signin', {
          email: 'rivals@example.com',
          password: `password-${index}`,
        }),
      ),
    );
    expect(signIns.flatMap(({ status }, index) => (status === 200 ? [index] : []))).toEqual([winner]);
    const { token } = z.object({ token: z.string() }).parse(answers[winner]?.body);
    const me = await new StudioClient(studio.base, token).call('GET', '/api/auth/user');
    expect(me.body).toMatchObject({ user: { id: rows[0]?.id, email: cased(winner) } });
  });

  it('refuses a person under 16, and accepts one who turns 16 today', async () => {
    const day = (years: number, days: number) => {
      const date = new Date();
      date.setUTCFullYear(date.getUTCFullYear() - years);
      return new Date(date.getTime() + days * millisecondsInDay).toISOString().slice(0, 10);
    };
    const visitor = new StudioClient(studio.base);
    for (const dateOfBirth of [day(16, 2), day(0, 0), day(0, -1), day(0, 400)]) {
      const answer = await visitor.call('POST', '/api/auth/signup', {
        ...form('young@example.com'),
        dateOfBirth,
      });
      expect(refusal(answer)).toBe('400 INVALID_INPUT');
      expect(errorAnswer.parse(answer.body).issues).toEqual([
        { path: 'dateOfBirth', message: expect.stringContaining('at least 16') },
      ]);
    }
    // The address was not taken by the attempts.
    const old = await visitor.call('POST', '/api/auth/signup', {
      ...form('young@example.com'),
      dateOfBirth: day(16, -1),
    });
    expect(old.status).toBe(200);
  });
});

describe('a booking of another member', () => {
  it('is not found', async () => {
    const admin = await studio.admin();
    const [classId] = await openClasses(admin, 1);
    const { client: ann } = await studio.memberWithPasses(1);
    const { client: bob } = await studio.memberWithPasses(1);
    const { bookingId } = await ann.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
      classId,
    });
    expect(refusal(await bob.call('POST', '/api/cancel-booking', { bookingId }))).toBe(
      '404 BOOKING_NOT_FOUND',
    );
    const unknown = await bob.call('POST', '/api/cancel-booking', { bookingId: 2_147_483_647 });
    expect(refusal(unknown)).toBe('404 BOOKING_NOT_FOUND');
    expect((await ann.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
  });
});

it('answers 429 with the time to wait after too many attempts', async () => {
  const limited = await startOwnStudio({ environment: { RATE_LIMITS: 'on' } });
  try {
    const attempt = () =>
      fetch(`${limited.base}/api/auth/reset-password`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}`,
        },
        body: JSON.stringify({ token: 'guess', password: 'seaside-8' }),
      });
    const answers: Response[] = [];
    for (let index = 0; index < 23; index += 1) answers.push(await attempt());
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(400));
    for (const answer of answers.slice(20)) {
      expect(answer.status).toBe(429);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(errorAnswer.strict().parse(await answer.json()).code).toBe('RATE_LIMITED');
    }
    expect((await fetch(`${limited.base}/api/class-passes`)).status).toBe(200);
  } finally {
    await limited.stop();
  }
});
