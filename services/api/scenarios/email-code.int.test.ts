import { randomUUID } from 'node:crypto';
import { millisecondsInMinute, secondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '#infra/event-store/types.ts';
import { issueSignInCode } from '#services/commands/member/issue-sign-in-code.ts';
import { tokenAnswer, userAnswer } from '#services/contract/auth.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { readTokenPayload } from '#tools/testing/session-tokens.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { describeAnswer } from '../testing/describe-answer.fixture.ts';

let studio: TestStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
});
afterAll(() => studio?.stop());

const createContext = (now = new Date()): CommandContext => ({
  now,
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'test' },
});

const ask = (email: string) => visitor.call('POST', '/api/auth/email-code', { email });

async function readRequest(email: string): Promise<string> {
  const { rows } = await studio.runtime.pool.query<{ id: string }>(
    'SELECT id FROM sign_in_codes WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
    [studio.runtime.emailHash(email)],
  );
  return rows[0]?.id ?? '';
}

/** Asks for a code and issues what a worker would mail, `minutesAgo`; null if it would mail nothing. */
async function tryIssue(email: string, minutesAgo = 0) {
  expect(await ask(email)).toEqual({ status: 200, body: { success: true } });
  const requestId = await readRequest(email);
  const emailHash = studio.runtime.emailHash(email);
  const context = createContext(new Date(Date.now() - minutesAgo * millisecondsInMinute));
  const issued = await issueSignInCode(studio.runtime, { requestId, emailHash }, context);
  await studio.runtime.pool.query('UPDATE sign_in_codes SET handled_at = now() WHERE id = $1', [requestId]);
  return issued;
}

async function issue(email: string, minutesAgo = 0) {
  const issued = await tryIssue(email, minutesAgo);
  if (issued === null) throw new Error('No code was issued');
  return issued;
}

async function addMember() {
  const email = `${randomUUID()}@example.com`;
  const client = await visitor.signUp(email);
  const { user } = await client.expect(userAnswer, 'GET', '/api/auth/user');
  return { email, id: user.id };
}

const verify = (body: object) => visitor.call('POST', '/api/auth/email-code/verify', body);

/** Another code than this one. */
const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('a code by email', () => {
  it('signs the member in, once, however it is spaced, and keeps the session where asked', async () => {
    const { email, id } = await addMember();
    const { code } = await issue(email);
    expect(code).toMatch(/^\d{6}$/);
    const body = {
      email: email.toUpperCase(),
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
      keepSignedIn: true,
    };
    const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/email-code/verify', body);
    const { user } = await new StudioClient(studio.base, token).expect(userAnswer, 'GET', '/api/auth/user');
    expect(user.id).toBe(id);
    const { iat, exp } = readTokenPayload(token);
    expect(exp - iat).toBe(30 * secondsInDay);
    expect(describeAnswer(await verify(body))).toBe('400 INVALID_SIGN_IN_CODE');
  });

  it('works by its link too, once, whichever of the sent ones it is; reading the link’s page does not use it', async () => {
    const { email } = await addMember();
    const earlier = await issue(email);
    const later = await issue(email);
    expect((await visitor.call('GET', `/sign-in?token=${earlier.token}`)).status).not.toBe(500);
    expect(describeAnswer(await verify({ token: earlier.token }))).toBe('works');
    expect(describeAnswer(await verify({ token: earlier.token }))).toBe('400 INVALID_SIGN_IN_LINK');
    expect(describeAnswer(await verify({ token: later.token }))).toBe('400 INVALID_SIGN_IN_LINK');
    expect(describeAnswer(await verify({ email, code: later.code }))).toBe('400 INVALID_SIGN_IN_CODE');
  });

  it('opens one session of many concurrent uses', async () => {
    const { email } = await addMember();
    const { code, token } = await issue(email);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => verify({ email, code })),
      ...Array.from({ length: 3 }, () => verify({ token })),
    ]);
    expect(answers.map(describeAnswer).filter((answer) => answer === 'works')).toHaveLength(1);
  });

  it('is over after ten minutes', async () => {
    const { email } = await addMember();
    const { code, token } = await issue(email, 10);
    expect(describeAnswer(await verify({ email, code }))).toBe('400 INVALID_SIGN_IN_CODE');
    expect(describeAnswer(await verify({ token }))).toBe('400 INVALID_SIGN_IN_LINK');
    const other = await issue(email, 9);
    expect(describeAnswer(await verify({ email, code: other.code }))).toBe('works');
  });

  it('is over after five tries, also concurrent ones, but not its link', async () => {
    const { email } = await addMember();
    const { code, token } = await issue(email);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, index) => verify({ email, code: wrongCode(code, index + 1) })),
    );
    expect(new Set(wrong.map(describeAnswer))).toEqual(new Set(['400 INVALID_SIGN_IN_CODE']));
    expect(describeAnswer(await verify({ email, code }))).toBe('400 INVALID_SIGN_IN_CODE');
    expect(describeAnswer(await verify({ token }))).toBe('works');
  });

  it('of one member opens nothing for another, and no invented link opens anything', async () => {
    const [ann, bob] = [await addMember(), await addMember()];
    const { code, token } = await issue(ann.email);
    expect(describeAnswer(await verify({ email: bob.email, code }))).toBe('400 INVALID_SIGN_IN_CODE');
    const [id = '', secret = ''] = token.split('.');
    for (const invented of [id, `${id}.`, `${id}.${'0'.repeat(64)}`, `${randomUUID()}.${secret}`, 'x', '.'])
      expect(describeAnswer(await verify({ token: invented }))).toBe('400 INVALID_SIGN_IN_LINK');
    expect(describeAnswer(await verify({ token }))).toBe('works');
  });

  it('answers the same for an address without an account', async () => {
    const unknownEmail = `${randomUUID()}@example.com`;
    expect(await tryIssue(unknownEmail)).toBeNull();
    expect(describeAnswer(await verify({ email: unknownEmail, code: '000000' }))).toBe(
      '400 INVALID_SIGN_IN_CODE',
    );
  });

  it('is the same when its job runs again, and is sent five times an hour at most', async () => {
    const { email } = await addMember();
    const first = await issue(email);
    const requestId = await readRequest(email);
    await studio.runtime.pool.query('UPDATE sign_in_codes SET handled_at = NULL WHERE id = $1', [requestId]);
    const emailHash = studio.runtime.emailHash(email);
    expect(await issueSignInCode(studio.runtime, { requestId, emailHash }, createContext())).toEqual(first);
    for (let count = 1; count < 5; count += 1) await issue(email);
    expect(await tryIssue(email)).toBeNull();
  });

  it('leaves nothing in the database that shows it', async () => {
    const { email } = await addMember();
    const { code, token } = await issue(email);
    const { rows } = await studio.runtime.pool.query<{ row: string }>(
      'SELECT to_jsonb(c)::text AS row FROM sign_in_codes c WHERE email_hash = $1',
      [studio.runtime.emailHash(email)],
    );
    const secret = token.split('.')[1] ?? '';
    expect(
      rows.filter(({ row }) => row.includes(code) || row.includes(secret) || row.includes(email)),
    ).toEqual([]);
  });
});
