import { randomUUID } from 'node:crypto';
import { millisecondsInHour, secondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenAnswer, userAnswer } from '#services/contract/auth.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { readTokenPayload, signToken } from '#tools/testing/session-tokens.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

let studio: TestStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
});
afterAll(() => studio?.stop());

const password = 'seaside-7';

interface Session {
  readonly sid: string;
  readonly client: StudioClient;
}

async function signIn(keepSignedIn?: boolean): Promise<Session> {
  const email = `${randomUUID()}@example.com`;
  await visitor.signUp(email);
  const body = { email, password, ...(keepSignedIn === undefined ? {} : { keepSignedIn }) };
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', body);
  return { sid: readTokenPayload(token).sid, client: new StudioClient(studio.base, token) };
}

/** Makes the session and its token as old as if its member had last come `days` ago. */
async function age({ sid }: Session, days: number): Promise<Session> {
  await studio.runtime.pool.query(
    'UPDATE sessions SET expire = expire - make_interval(days => $2) WHERE sid = $1',
    [sid, days],
  );
  const iat = Math.floor(Date.now() / 1_000) - days * secondsInDay;
  const token = signToken(studio.runtime.config.jwtSecret, { sid, iat, exp: iat + 30 * secondsInDay });
  return { sid, client: new StudioClient(studio.base, token) };
}

const readUser = ({ client }: Session) => client.expect(userAnswer, 'GET', '/api/auth/user');

async function readDaysLeft(sid: string): Promise<number> {
  const { rows } = await studio.runtime.pool.query<{ expire: Date }>(
    'SELECT expire FROM sessions WHERE sid = $1',
    [sid],
  );
  return Math.round(((rows[0]?.expire.getTime() ?? 0) - Date.now()) / millisecondsInHour) / 24;
}

describe('a session', () => {
  it('lasts 24 hours, and 30 days where its member asked to stay signed in', async () => {
    for (const [choice, days] of [
      [undefined, 1],
      [false, 1],
      [true, 30],
    ] as const) {
      const { sid, client } = await signIn(choice);
      const { iat, exp } = readTokenPayload(client.token);
      expect([choice, exp - iat, await readDaysLeft(sid)]).toEqual([choice, days * secondsInDay, days]);
    }
    const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signup', {
      name: 'Kay Keeps',
      email: `${randomUUID()}@example.com`,
      phone: '07700 900123',
      password,
      keepSignedIn: true,
    });
    expect(await readDaysLeft(readTokenPayload(token).sid)).toBe(30);
  });

  it('that stays signed in is renewed by a visit a day later, for 30 days more', async () => {
    const session = await age(await signIn(true), 2);
    const { token = '', user } = await readUser(session);
    expect(await readDaysLeft(session.sid)).toBe(30);
    const { sid, iat, exp } = readTokenPayload(token);
    expect([sid, exp - iat]).toEqual([session.sid, 30 * secondsInDay]);
    const renewed = { sid, client: new StudioClient(studio.base, token) };
    expect((await readUser(renewed)).token).toBeUndefined();
    const { rows } = await studio.runtime.pool.query(
      'SELECT 1 FROM member_activity WHERE member_id = $1 AND signed_in_at IS NOT NULL',
      [user.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('that two tabs renew concurrently continues in both, and with the token of before', async () => {
    const session = await age(await signIn(true), 20);
    const answers = await Promise.all(Array.from({ length: 4 }, () => readUser(session)));
    for (const { token = '' } of answers)
      expect(
        (await readUser({ sid: session.sid, client: new StudioClient(studio.base, token) })).user,
      ).toEqual(answers[0]?.user);
    // An answer that was lost is answered again.
    expect((await readUser(session)).token).toBeDefined();
    expect(await readDaysLeft(session.sid)).toBe(30);
  });

  it('that ends within a day, or was renewed within the day, stays as it is', async () => {
    const day = await signIn();
    expect((await readUser(day)).token).toBeUndefined();
    expect(await readDaysLeft(day.sid)).toBe(1);
    const longSession = await signIn(true);
    expect((await readUser(longSession)).token).toBeUndefined();
  });

  it('that has ended is not renewed by any token', async () => {
    const session = await age(await signIn(true), 2);
    await studio.runtime.pool.query('DELETE FROM sessions WHERE sid = $1', [session.sid]);
    expect((await session.client.call('GET', '/api/auth/user')).status).toBe(401);
    const lapsed = await age(await signIn(true), 29);
    await studio.runtime.pool.query(
      "UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1",
      [lapsed.sid],
    );
    expect((await lapsed.client.call('GET', '/api/auth/user')).status).toBe(401);
  });
});
