import { describe, expect, it } from 'vitest';
import { memberDecider } from '#domain/member/decider.ts';
import { noHealthNotes } from '#tools/testing/no-health-notes.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { signUp } from './sign-up.ts';

function person(memberId: string, dateOfBirth: string | null = null) {
  const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth };
  return { memberId, identity, health: noHealthNotes, passwordHash: `hash of ${memberId}`, newsletter: true };
}

function createDeps(studio: Studio, hooks?: StoreHooks) {
  const keys: string[] = [];
  const { deciders } = studio.start(hooks);
  const memberKeys = {
    create(memberId: string) {
      keys.push(memberId);
      return Promise.resolve();
    },
  };
  return { deciders, memberKeys, keys, emailHash: (email: string) => `hash-of-${email.length}` };
}

describe('signUp', () => {
  it('claims the address, creates the key, then the member', async () => {
    const studio = new Studio();
    const deps = createDeps(studio);
    const { memberId, position } = await signUp(deps, person('a'), studio.context());
    expect(memberId).toBe('a');
    expect(deps.keys).toEqual(['a']);
    expect(studio.log.events.map(({ type }) => type)).toEqual([
      'EmailClaimed',
      'MemberSignedUp',
      'HealthAnswersChanged',
      'PasswordChanged',
      'ConsentGiven',
      'ConsentGiven',
    ]);
    expect(position).toBe(5n);
    expect(studio.log.events.map(({ stream }) => stream).join()).not.toContain('ada');
  });

  it('refuses a taken address, and creates no key', async () => {
    const studio = new Studio();
    await signUp(createDeps(studio), person('a'), studio.context());
    const second = createDeps(studio);
    const appended = studio.log.events.length;
    await expect(signUp(second, person('b'), studio.context())).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    expect(second.keys).toEqual([]);
    expect(studio.log.events.length).toBe(appended);
  });

  it('takes over a claim whose member was never created', async () => {
    const studio = new Studio();
    const crashing = createDeps(studio, crashAtAppend(1, 'before'));
    await expect(signUp(crashing, person('a'), studio.context())).rejects.toThrow(Crashed);
    const { memberId } = await signUp(createDeps(studio), person('b'), studio.context());
    expect(memberId).toBe('a');
    const password = studio.log.events.find(({ type }) => type === 'PasswordChanged');
    expect(password?.data).toMatchObject({ memberId: 'a', personal: { passwordHash: 'hash of b' } });
  });

  it('signs up one of ten concurrent requests', async () => {
    const studio = new Studio();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => signUp(createDeps(studio), person(`m${n}`), studio.context())),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of tries) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'EMAIL_TAKEN' });
    }
    expect(studio.log.events.filter(({ type }) => type === 'MemberSignedUp')).toHaveLength(1);
  });

  it('refuses a member under 16 before anything is appended', async () => {
    const studio = new Studio();
    const deps = createDeps(studio);
    await expect(signUp(deps, person('a', '2010-05-13'), studio.context())).rejects.toMatchObject({
      name: 'InvalidInput',
      issues: [{ path: 'dateOfBirth' }],
    });
    expect(studio.log.events).toHaveLength(0);
    expect((await deps.deciders.load(memberDecider, 'a')).revision).toBeNull();
  });
});
