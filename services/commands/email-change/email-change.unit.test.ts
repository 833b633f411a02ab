import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailDecider } from '#domain/email/decider.ts';
import type { MemberKey } from '#infra/crypto/member-keys.ts';
import { noHealthNotes } from '#tools/testing/no-health-notes.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { changeProfile } from '../member/change-profile.ts';
import { readIdentity } from '../member/read-identity.ts';
import { signOutEverywhere } from '../member/sign-out-everywhere.ts';
import { signUp } from '../member/sign-up.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { sealAddresses } from './addresses.ts';
import { settleEmailChange } from './settle-email-change.ts';

const emailHash = (email: string) => `hash of ${email}`;

/** Members sign up, and change their addresses. */
class Club extends Studio {
  readonly #keys = new Map<string, MemberKey>();

  readonly memberKeys = {
    create: async (memberId: string) => {
      this.#keys.set(memberId, { key: randomBytes(32) });
    },
    find: async (ids: readonly string[]) =>
      new Map([...this.#keys].filter(([memberId]) => ids.includes(memberId))),
  };
  deps = (hooks?: StoreHooks) => ({
    ...this.start(hooks),
    eventStore: this.log.connect(hooks),
    memberKeys: this.memberKeys,
    emailHash,
  });

  joins = (memberId: string, email: string) =>
    signUp(
      this.deps(),
      {
        memberId,
        identity: { name: memberId, email, phone: '07700900123', dateOfBirth: null },
        health: noHealthNotes,
        passwordHash: 'hash',
        newsletter: false,
      },
      this.context(),
    );

  async change(memberId: string, from: string, to: string) {
    const sealed = await sealAddresses(this.memberKeys, memberId, { from, to });
    return { id: 'a change', memberId, sealed, emailHash: emailHash(to), epoch: 1 };
  }

  settle = (change: Parameters<typeof settleEmailChange>[1], hooks?: StoreHooks) =>
    settleEmailChange(this.deps(hooks), change, this.context());

  email = async (memberId: string) => (await readIdentity(this.log.connect(), memberId))?.email;
  owner = async (email: string) =>
    (await this.start().deciders.load(emailDecider, emailHash(email))).state.claimedBy;
}

async function ann() {
  const club = new Club();
  await club.joins('ann', 'ann@old.example');
  return { club, wanted: await club.change('ann', 'ann@old.example', 'ann@new.example') };
}

describe('a confirmed email address', () => {
  it('is claimed, then used, and only then is the former one released', async () => {
    const { club, wanted } = await ann();
    await club.settle(wanted);
    expect(club.log.events.slice(-5).map(({ type }) => type)).toEqual([
      'EmailClaimed',
      'MemberChanged',
      'CredentialsRevoked',
      'EmailVerified',
      'EmailReleased',
    ]);
    expect(await club.email('ann')).toBe('ann@new.example');
    expect(await club.owner('ann@new.example')).toBe('ann');
    expect(await club.owner('ann@old.example')).toBeNull();
    const length = club.log.events.length;
    await club.settle(wanted);
    expect(club.log.events).toHaveLength(length);
    await club.joins('next', 'ann@old.example');
    expect(await club.owner('ann@old.example')).toBe('next');
  });

  it.each([0, 1, 2].flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]))(
    'is completed after a crash at append %i, %s it',
    async (at, when) => {
      const { club, wanted } = await ann();
      await club.settle(wanted, crashAtAppend(at, when)).catch((error: unknown) => {
        if (!(error instanceof Crashed)) throw error;
      });
      await club.settle(wanted);
      expect(await club.email('ann')).toBe('ann@new.example');
      expect(await club.owner('ann@new.example')).toBe('ann');
      expect(await club.owner('ann@old.example')).toBeNull();
    },
  );

  it('belongs to one of two members who confirm it concurrently', async () => {
    const { club, wanted } = await ann();
    await club.joins('bea', 'bea@old.example');
    const hers = await club.change('bea', 'bea@old.example', 'ann@new.example');
    const ends = await Promise.allSettled([club.settle(wanted), club.settle(hers)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = ends.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'INVALID_EMAIL_LINK' } });
    const owner = await club.owner('ann@new.example');
    const other = owner === 'ann' ? 'bea' : 'ann';
    expect(await club.email(other)).toBe(`${other}@old.example`);
    expect(await club.owner(`${other}@old.example`)).toBe(other);
  });

  it('is overtaken by a later one, and its claim is released', async () => {
    const { club, wanted } = await ann();
    await club.settle(wanted, crashAtAppend(0, 'after')).catch(() => undefined);
    expect(await club.owner('ann@new.example')).toBe('ann');
    await club.settle(await club.change('ann', 'ann@old.example', 'ann@later.example'));
    await club.settle({ ...wanted, isOvertaken: true });
    expect(await club.email('ann')).toBe('ann@later.example');
    expect(await club.owner('ann@new.example')).toBeNull();
    expect(await club.owner('ann@old.example')).toBeNull();
    expect(await club.owner('ann@later.example')).toBe('ann');
  });

  it.each([0, 1])('is refused after a sign-out everywhere, also one before append %i', async (at) => {
    const { club, wanted } = await ann();
    const revoke = () => signOutEverywhere(club.deps(), { memberId: 'ann', epoch: 1 }, club.context());
    await club.settle(wanted, crashAtAppend(at, 'before')).catch(() => undefined);
    await revoke();
    await expect(club.settle(wanted)).rejects.toMatchObject({ code: 'INVALID_EMAIL_LINK' });
    expect(await club.email('ann')).toBe('ann@old.example');
    expect(await club.owner('ann@old.example')).toBe('ann');
    expect(await club.owner('ann@new.example')).toBeNull();
  });

  it('is never undone by a change of the profile that began before it', async () => {
    const { club, wanted } = await ann();
    const profile = { name: 'Ann', phone: '07700900124', dateOfBirth: null };
    const deps = club.deps();
    const readStream: typeof deps.eventStore.readStream = async (...args) => {
      const read = await deps.eventStore.readStream(...args);
      await club.settle(wanted);
      return read;
    };
    await expect(
      changeProfile(
        { ...club.start(), eventStore: { readStream } },
        { memberId: 'ann', profile, epoch: 1 },
        club.context(),
      ),
    ).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(await club.email('ann')).toBe('ann@new.example');
  });

  it('of an erased member blocks no address', async () => {
    const { club, wanted } = await ann();
    await eraseMember(club.deps(), 'ann', club.context());
    await club.settle(wanted);
    expect(await club.owner('ann@new.example')).toBeNull();
    expect(await club.owner('ann@old.example')).toBeNull();
  });
});
