import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signOutEverywhere } from '#services/commands/member/sign-out-everywhere.ts';
import { calendarFeedAnswer } from '#services/contract/calendar.ts';
import type { Answer } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import {
  assertIssued,
  CredentialStudio,
  createContext,
  type Member,
  makeFeed,
  newPassword,
  pairs,
  password,
  readUser,
  type Use,
  userAnswer,
} from '../testing/credential-studio.fixture.ts';
import { describeAnswer } from '../testing/describe-answer.fixture.ts';
import { PasskeyDevice } from '../testing/passkey-device.fixture.ts';

let studio: CredentialStudio;
beforeAll(async () => {
  studio = await CredentialStudio.start();
});
afterAll(() => studio?.running.stop());

/** Everything that is handed out to a member and holds without a password: each hands one out and returns its use. */
const memberKinds: Readonly<Record<string, { refusal: string; handOut(member: Member): Promise<Use> }>> = {
  'a session': {
    refusal: '401 UNAUTHENTICATED',
    async handOut({ email }) {
      const session = await studio.openSession(email);
      await readUser(session);
      return () => readUser(session);
    },
  },
  'a reset link': {
    refusal: '400 INVALID_RESET_LINK',
    async handOut(member) {
      const token = await studio.issueReset(member);
      return () => studio.reset(token);
    },
  },
  'a passkey': {
    refusal: '400 INVALID_PASSKEY',
    async handOut({ client }) {
      const device = new PasskeyDevice(studio.running.base);
      expect((await device.addTo(client)).status).toBe(200);
      return () => device.signIn(studio.visitor);
    },
  },
  'a code to sign in with': {
    refusal: '400 INVALID_SIGN_IN_CODE',
    async handOut({ email }) {
      const { code } = await studio.issueCode(email);
      return () => studio.visitor.call('POST', '/api/auth/email-code/verify', { email, code });
    },
  },
  'a link to sign in with': {
    refusal: '400 INVALID_SIGN_IN_LINK',
    async handOut({ email }) {
      const { token } = await studio.issueCode(email);
      return () => studio.visitor.call('POST', '/api/auth/email-code/verify', { token });
    },
  },
  'a link that confirms an address': {
    refusal: '400 INVALID_EMAIL_LINK',
    async handOut(member) {
      const { confirm: token } = await studio.issueChange(member);
      return () => studio.confirm(token);
    },
  },
  'a link that cancels a change of address': {
    refusal: '400 INVALID_CANCEL_LINK',
    async handOut(member) {
      const { cancel: token } = await studio.issueChange(member);
      return () => studio.cancel(token);
    },
  },
  'a calendar feed': {
    refusal: '404 NOT_FOUND',
    async handOut({ client }) {
      const path = await makeFeed(client);
      return async () => {
        const { status, body } = await studio.visitor.call('GET', path);
        return { status, body };
      };
    },
  },
  // It only ends emails, so it stays.
  'an unsubscribe link': {
    refusal: 'works',
    async handOut({ memberId }) {
      const token = studio.running.runtime.unsubscribeTokens.make(memberId);
      return () => studio.visitor.call('POST', '/api/newsletter/unsubscribe', { token });
    },
  },
};

const memberEvents: Readonly<Record<string, (member: Member) => Promise<Answer>>> = {
  'a new password': ({ client }) =>
    client.call('PUT', '/api/user/password', { currentPassword: password, newPassword }),
  'a reset password': async (member) => studio.reset(await studio.issueReset(member)),
  'another address': async (member) => studio.confirm((await studio.issueChange(member)).confirm),
  'a cancelled change of address': async (member) => studio.cancel((await studio.issueChange(member)).cancel),
  'a sign-out everywhere': ({ client }) => client.call('POST', '/api/auth/signout-everywhere'),
  'an erasure': ({ client }) => client.call('DELETE', '/api/user', { password }),
};

describe('what is handed out to a member holds for one credential epoch', () => {
  it.each(Object.entries(memberKinds))('%s works until then', async (_, { handOut }) => {
    const use = await handOut(await studio.addMember());
    expect((await use()).status).toBe(200);
  });

  it.each(pairs(memberEvents, memberKinds))('after %s: %s', async (event, kind) => {
    const { handOut, refusal } = assertIssued(memberKinds[kind]);
    const member = await studio.addMember();
    const use = await handOut(member);
    expect((await assertIssued(memberEvents[event])(member)).status).toBe(200);
    expect(describeAnswer(await use())).toBe(refusal);
  });
});

describe('a takeover', () => {
  it('fails when the thief confirms another address after the owner recovered the account', async () => {
    const owner = await studio.addMember();
    const thief = await studio.openSession(owner.email);
    const link = await studio.issueChange({ ...owner, client: thief }, `${randomUUID()}@thief.example`);
    expect((await studio.reset(await studio.issueReset(owner))).status).toBe(200);
    const again = await studio.openSession(owner.email, newPassword);
    expect((await again.call('POST', '/api/auth/signout-everywhere')).status).toBe(200);
    const recovered = await studio.openSession(owner.email, newPassword);
    expect(describeAnswer(await studio.confirm(link.confirm, thief))).toBe('400 INVALID_EMAIL_LINK');
    const { user } = await recovered.expect(userAnswer, 'GET', '/api/auth/user');
    expect(user.email).toBe(owner.email);
    expect(
      (await studio.visitor.call('POST', '/api/auth/signin', { email: link.newEmail, password })).status,
    ).toBe(401);
    // The address is free for another member.
    await studio.visitor.signUp(link.newEmail);
  });

  it('fails with a reset link that waits in the mailbox of the former address', async () => {
    const member = await studio.addMember();
    const inOldMailbox = await studio.issueReset(member);
    const { newEmail, confirm: token } = await studio.issueChange(member);
    expect((await studio.confirm(token)).status).toBe(200);
    expect(describeAnswer(await studio.reset(inOldMailbox))).toBe('400 INVALID_RESET_LINK');
    expect((await studio.openSession(newEmail)).token).not.toBe('');
  });

  it('leaves no calendar feed behind, and the owner sees that there is none', async () => {
    const owner = await studio.addMember();
    const thief = await studio.openSession(owner.email);
    const feed = await makeFeed(thief);
    expect((await studio.reset(await studio.issueReset(owner))).status).toBe(200);
    expect((await studio.visitor.call('GET', feed)).status).toBe(404);
    const recovered = await studio.openSession(owner.email, newPassword);
    expect(await recovered.expect(calendarFeedAnswer, 'GET', '/api/user/calendar-feed')).toMatchObject({
      since: null,
    });
    expect((await studio.visitor.call('GET', await makeFeed(recovered))).status).toBe(200);
  });
});

describe('the link that cancels a change of address', () => {
  it('cancels it without a session, can be repeated, and leaves the password to the reset form', async () => {
    const member = await studio.addMember();
    const link = await studio.issueChange(member);
    expect((await studio.cancel(link.cancel)).status).toBe(200);
    expect(describeAnswer(await studio.confirm(link.confirm))).toBe('400 INVALID_EMAIL_LINK');
    expect((await readUser(member.client)).status).toBe(401);
    const later = await studio.openSession(member.email);
    expect((await studio.cancel(link.cancel)).status).toBe(200);
    expect((await readUser(later)).status).toBe(200);
    expect((await studio.reset(await studio.issueReset(member))).status).toBe(200);
  });

  it('is refused once the address has changed, expired or was never issued, and ends no session', async () => {
    const member = await studio.addMember();
    const link = await studio.issueChange(member);
    const { pool } = studio.running.runtime;
    const age = (days: number) =>
      pool.query(
        `UPDATE email_changes SET requested_at = requested_at - make_interval(days => $2) WHERE member_id = $1`,
        [member.memberId, days],
      );
    await age(7);
    expect(describeAnswer(await studio.cancel(link.cancel))).toBe('400 INVALID_CANCEL_LINK');
    await age(-7);
    expect((await studio.confirm(link.confirm, member.client)).status).toBe(200);
    expect(describeAnswer(await studio.cancel(link.cancel))).toBe('400 INVALID_CANCEL_LINK');
    expect(describeAnswer(await studio.cancel('invented'))).toBe('400 INVALID_CANCEL_LINK');
    expect((await readUser(member.client)).status).toBe(200);
  });
});

describe('a session', () => {
  it('outlives the change of password or address that it made, and can hand out again', async () => {
    const { client, ...member } = await studio.addMember();
    const link = await studio.issueChange({ client, ...member });
    expect((await studio.confirm(link.confirm, client)).status).toBe(200);
    expect((await studio.visitor.call('GET', await makeFeed(client))).status).toBe(200);
    const change = { currentPassword: password, newPassword };
    expect((await client.call('PUT', '/api/user/password', change)).status).toBe(200);
    expect((await studio.visitor.call('GET', await makeFeed(client))).status).toBe(200);
  });

  it('ends with the epoch even if a crash left its row', async () => {
    const { email, memberId } = await studio.addMember();
    const session = await studio.openSession(email);
    // The command alone, without what the route does to the sessions.
    await signOutEverywhere(studio.running.runtime, { memberId, epoch: 1 }, createContext());
    await waitFor(
      async () => {
        const { rows } = await studio.running.runtime.pool.query(
          'SELECT 1 FROM users WHERE id = $1 AND credential_epoch = 2',
          [memberId],
        );
        return rows.length === 1;
      },
      { what: 'the read model to have the epoch' },
    );
    expect((await readUser(session)).status).toBe(401);
    expect(
      await studio.readId(`SELECT sid AS id FROM sessions WHERE sess ->> 'memberId' = $1`, memberId),
    ).toBeTruthy();
  });

  it('makes one of two concurrent changes of the password', async () => {
    const { email, client } = await studio.addMember();
    const other = await studio.openSession(email);
    const answers = await Promise.all(
      [client, other].map((each, index) =>
        each.call('PUT', '/api/user/password', {
          currentPassword: password,
          newPassword: `driftwood-${index}`,
        }),
      ),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await studio.openSession(email, `driftwood-${winners[0]}`)).token).not.toBe('');
  });
});
