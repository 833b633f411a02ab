import { randomUUID } from 'node:crypto';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import {
  inviteAnswer,
  recoveryCodesAnswer,
  type StaffRole,
  secondFactorSetupAnswer,
  staffSessionAnswer,
} from '#services/contract/staff.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { startOtherProcess } from './other-process.fixture.ts';

/** The password of each person who joins the staff here. */
export const staffPassword = 'seaside-terrace';

/** A studio with rate limits and two API processes, whose staff add second factors to their accounts. */
export class SecondFactorStudio {
  readonly running: TestStudio;
  readonly visitor: StudioClient;
  /** Signed in by the shared password. */
  readonly admin: StudioClient;
  /** A visitor of the other process. */
  readonly elsewhere: StudioClient;
  readonly #stopOther: () => Promise<void>;
  /** Who invites: while the studio requires a second factor, a named admin who has one. */
  inviter: StudioClient;

  private constructor(
    running: TestStudio,
    admin: StudioClient,
    other: { readonly base: string; stop(): Promise<void> },
  ) {
    this.running = running;
    this.visitor = new StudioClient(running.base);
    this.admin = admin;
    this.inviter = admin;
    this.elsewhere = new StudioClient(other.base);
    this.#stopOther = other.stop;
  }

  /** `log` receives the log of both processes. */
  static async start(log: { write(line: string): void }): Promise<SecondFactorStudio> {
    const running = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'info' }, log });
    const other = await startOtherProcess(running, { RATE_LIMITS: 'on' });
    return new SecondFactorStudio(running, await running.admin(), other);
  }

  async stop(): Promise<void> {
    await this.#stopOther();
    await this.running.stop();
  }

  query = (text: string) => this.running.runtime.pool.query(text);
  /** Lets the codes of this half minute be used again: a test cannot wait for the next one. */
  forgetCodes = () => this.query('DELETE FROM used_code_steps');
  clearLimits = () => this.query('DELETE FROM password_tries; DELETE FROM request_counts');

  async join(email: string, role: StaffRole = 'admin') {
    const { staffId } = await this.inviter.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role });
    const issued = await issueStaffInvite(
      this.running.runtime,
      { staffId },
      { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
    );
    const form = { token: issued?.token, name: `Name of ${role}`, password: staffPassword };
    const { token } = await this.visitor.expect(staffSessionAnswer, 'POST', '/api/staff/join', form);
    return { staffId, email, client: new StudioClient(this.running.base, token) };
  }

  signIn = (email: string, code?: string, from = this.visitor, secret = staffPassword) =>
    from.call('POST', '/api/staff/session', {
      email,
      password: secret,
      ...(code === undefined ? {} : { code }),
    });
  clientOf = (answer: Answer) =>
    new StudioClient(this.running.base, staffSessionAnswer.parse(answer.body).token);

  /** Adds a second factor to a signed-in account. */
  async setUp(client: StudioClient) {
    const path = '/api/staff/second-factor';
    const { setupId, secret } = await client.expect(secondFactorSetupAnswer, 'POST', `${path}/setup`, {
      password: staffPassword,
    });
    const app = createAuthenticator(secret);
    const body = { setupId, code: app.code() };
    const { recoveryCodes } = await client.expect(recoveryCodesAnswer, 'POST', path, body);
    await this.forgetCodes();
    return { app, secret, recoveryCodes };
  }
}
