import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { readOpenEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { issueEmailChange } from '#services/commands/email-change/issue-email-change.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { issueSignInCode } from '#services/commands/member/issue-sign-in-code.ts';
import { calendarLinkAnswer } from '#services/contract/calendar.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

export const password = 'seaside-7';
export const newPassword = 'driftwood-8';
export const tokenAnswer = z.object({ token: z.string() });
export const userAnswer = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

export const createContext = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'test' },
});
export function assertIssued<T>(issued: T | null | undefined): T {
  if (issued === null || issued === undefined) throw new Error('Nothing was issued');
  return issued;
}

/** Something that was handed out is used. */
export type Use = () => Promise<Answer>;

export const pairs = (events: object, kinds: object) =>
  Object.keys(events).flatMap((event) => Object.keys(kinds).map((kind) => [event, kind] as const));

export interface Member {
  readonly email: string;
  readonly memberId: string;
  /** The session of the sign-up. */
  readonly client: StudioClient;
}

/** A studio without workers: the tests issue the secrets that a worker would mail. */
export class CredentialStudio {
  readonly running: TestStudio;
  readonly visitor: StudioClient;

  private constructor(running: TestStudio) {
    this.running = running;
    this.visitor = new StudioClient(running.base);
  }

  static async start(): Promise<CredentialStudio> {
    return new CredentialStudio(await startOwnStudio());
  }

  async readId(sql: string, value: string): Promise<string> {
    const { rows } = await this.running.runtime.pool.query<{ id: string }>(sql, [value]);
    return z.object({ id: z.string() }).parse(rows[0]).id;
  }

  async addMember(): Promise<Member> {
    const email = `${randomUUID()}@example.com`;
    const client = await this.visitor.signUp(email);
    const { user } = await client.expect(userAnswer, 'GET', '/api/auth/user');
    return { email, memberId: user.id, client };
  }

  async openSession(email: string, secret = password): Promise<StudioClient> {
    const body = { email, password: secret };
    const { token } = await this.visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', body);
    return new StudioClient(this.running.base, token);
  }

  async issueReset({ email }: { email: string }): Promise<string> {
    await this.visitor.call('POST', '/api/auth/forgot-password', { email });
    const { runtime } = this.running;
    const emailHash = runtime.emailHash(email);
    const requestId = await this.readId(
      'SELECT id FROM password_reset_requests WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
      emailHash,
    );
    return assertIssued(await issuePasswordReset(runtime, { requestId, emailHash }, createContext())).token;
  }

  /** Issues a code and its link. */
  async issueCode(email: string) {
    await this.visitor.call('POST', '/api/auth/email-code', { email });
    const { runtime } = this.running;
    const emailHash = runtime.emailHash(email);
    const requestId = await this.readId(
      'SELECT id FROM sign_in_codes WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
      emailHash,
    );
    return assertIssued(await issueSignInCode(runtime, { requestId, emailHash }, createContext()));
  }

  /** Requests another address and issues the secrets for both. */
  async issueChange({ client, memberId }: Member, newEmail = `${randomUUID()}@example.com`) {
    const answer = await client.call('POST', '/api/user/email', { newEmail, currentPassword: password });
    expect(answer.status).toBe(200);
    const { runtime } = this.running;
    const id = await this.readId(
      'SELECT id FROM email_changes WHERE member_id = $1 ORDER BY requested_at DESC LIMIT 1',
      memberId,
    );
    const change = assertIssued(await readOpenEmailChange(runtime.pool, id));
    const { toCurrent, toNew } = assertIssued(await issueEmailChange(runtime, change, createContext()));
    if (toNew?.kind !== 'link') throw new Error('No link was issued');
    return { newEmail, confirm: toNew.token, cancel: toCurrent.token };
  }

  reset = (token: string) =>
    this.visitor.call('POST', '/api/auth/reset-password', { token, password: newPassword });
  confirm = (token: string, client = this.visitor) =>
    client.call('POST', '/api/auth/confirm-email', { token });
  cancel = (token: string) => this.visitor.call('POST', '/api/auth/cancel-email-change', { token });
}

/** Returns the path of a new calendar feed. */
export const makeFeed = async (client: StudioClient) =>
  new URL((await client.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed')).url).pathname;
export const readUser = (client: StudioClient) => client.call('GET', '/api/auth/user');
