import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { inviteAnswer } from '#services/contract/staff.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

export const memberPassword = 'seaside-7';
export const staffPassword = 'seaside-terrace';
export const createEmail = () => `${randomUUID()}@example.com`;
const tokenAnswer = z.object({ token: z.string() });

/** A browser, which stores the cookie that knows it. */
export class Browser {
  cookie: string | null = null;
  readonly #base: string;

  /** `base` is the origin that it calls unless a call names another. */
  constructor(base: string) {
    this.#base = base;
  }

  async post(path: string, body: object, base = this.#base) {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
      },
      body: JSON.stringify(body),
    });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('known_device='));
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? null;
    return { status: response.status, set, body: (await response.json()) as unknown };
  }

  async signIn(email: string, password: string, base = this.#base): Promise<number> {
    return (await this.post('/api/auth/signin', { email, password }, base)).status;
  }

  async signInStaff(body: object): Promise<number> {
    return (await this.post('/api/staff/session', body)).status;
  }
}

/** A studio that limits wrong passwords, and what tests of them do to those that it recorded. */
export class PasswordStudio {
  readonly studio: TestStudio;
  readonly visitor: StudioClient;

  private constructor(studio: TestStudio) {
    this.studio = studio;
    this.visitor = new StudioClient(studio.base);
  }

  static async start(): Promise<PasswordStudio> {
    return new PasswordStudio(
      await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } }),
    );
  }

  async addStaff(email: string): Promise<StudioClient> {
    const admin = await this.studio.admin();
    const body = { email, role: 'auditor' };
    const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', body);
    const context: CommandContext = {
      now: new Date(),
      commandId: randomUUID(),
      actor: { kind: 'system', name: 'test' },
    };
    const invite = await issueStaffInvite(this.studio.runtime, { staffId }, context);
    const session = await this.visitor.expect(tokenAnswer, 'POST', '/api/staff/join', {
      token: invite?.token,
      name: 'Marina Shore',
      password: staffPassword,
    });
    return new StudioClient(this.studio.base, session.token);
  }

  openBrowser(): Browser {
    return new Browser(this.studio.base);
  }

  /** Forgets the wrong passwords. */
  forgetTries(): Promise<unknown> {
    return this.studio.runtime.pool.query('DELETE FROM password_tries');
  }

  /** Forgets the wrong passwords, and the requests that count towards other limits. */
  async forgetAll(): Promise<void> {
    await this.studio.runtime.pool.query('DELETE FROM password_tries; DELETE FROM request_counts');
  }

  /** Repeats each recorded wrong password, from `network` if given. */
  repeatTries(times: number, network: string | null = null): Promise<unknown> {
    return this.studio.runtime.pool.query(
      `INSERT INTO password_tries (door, client_hash, account_hash, device_id, counts)
       SELECT door, coalesce($2, client_hash), account_hash, device_id, counts
       FROM password_tries, generate_series(1, $1) WHERE NOT succeeded`,
      [times, network],
    );
  }

  ageTries(seconds: number): Promise<unknown> {
    return this.studio.runtime.pool.query('UPDATE password_tries SET at = at - make_interval(secs => $1)', [
      seconds,
    ]);
  }
}
