import { describe, expect, it } from 'vitest';
import { findSeatOfMember } from '#domain/class/state.ts';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { noHealthNotes } from '#tools/testing/no-health-notes.ts';
import { bookClass } from '../booking/book-class.ts';
import { readIdentity } from '../member/read-identity.ts';
import { signUp } from '../member/sign-up.ts';
import { settleMembership } from '../membership/settle-membership.ts';
import { subscriptionsInMemory } from '../membership/subscriptions.fixture.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { joinWaitlist } from '../waitlist/join-waitlist.ts';
import { eraseMember } from './erase-member.ts';
import { settleErasure } from './settle-erasure.ts';

const identity = { name: 'Ann Shore', email: 'ann@example.org', phone: '07700900123', dateOfBirth: null };
/** Every payment succeeded, and none was refunded. */
const payments = {
  readPaymentIntent: async (id: string) => ({
    id,
    status: 'succeeded' as const,
    amountPence: 18_000,
    amountReceivedPence: 18_000,
    amountRefundedPence: 0,
    disputedPence: 0,
    memberId: null,
    passId: null,
    metadata: {},
    failure: null,
    cardFingerprint: null,
    createdAt: now,
    clientSecret: null,
  }),
  refundPaymentIntent: async () => {
    throw new Error('Leaving gives no money back');
  },
};
const emailHash = (email: string) => `hash-of-${email.length}`;

/** Ann is booked in classes 1 and 2, is on the waitlist of class 3 and has a membership. */
async function ann() {
  const studio = new Studio();
  const stripe = subscriptionsInMemory();
  const start = (hooks?: StoreHooks) => ({
    ...studio.start(hooks),
    eventStore: studio.log.connect(hooks),
    subscriptions: stripe.adapter,
    payments,
    membershipIds: { of: async () => 1 },
    memberKeys: { create: async () => {} },
    emailHash,
    nextWaitlistId: async () => 1,
  });
  const deps = start();
  await signUp(
    deps,
    { memberId: 'ann', identity, health: noHealthNotes, passwordHash: 'hash', newsletter: true },
    studio.context(),
  );
  stripe.open('sub_a', 'ann');
  stripe.pay('sub_a', 0);
  await settleMembership(deps, { subscriptionId: 'sub_a' }, studio.context());
  await studio.grant('ben', 1);
  await studio.schedule(1);
  await studio.schedule(2, { date: '2026-05-13' });
  await studio.schedule(3, { capacity: 1, date: '2026-05-17' });
  for (const classId of [1, 2])
    await bookClass(deps, { classId, memberId: 'ann', source: 'member' }, studio.context());
  await bookClass(deps, { classId: 3, memberId: 'ben', source: 'member' }, studio.context());
  await joinWaitlist(deps, { classId: 3, memberId: 'ann' }, studio.context());
  const bookings = studio.bookings().filter(({ memberId }) => memberId === 'ann');
  const leave = async (hooks?: StoreHooks) => {
    const process = start(hooks);
    await eraseMember(process, 'ann', studio.context());
    await settleErasure(
      process,
      { memberId: 'ann', bookings, waitingIn: [3], subscriptionId: 'sub_a' },
      studio.context(),
    );
  };
  return { studio, stripe, start, leave };
}

type Ann = Awaited<ReturnType<typeof ann>>;

async function expectErased({ studio, stripe, start, leave }: Ann): Promise<void> {
  const { deciders } = start();
  expect((await deciders.load(memberDecider, 'ann')).state.status).toBe('erased');
  for (const classId of [1, 2]) {
    expect(findSeatOfMember(await studio.classState(classId), 'ann')).toBeUndefined();
  }
  expect((await studio.classState(3)).waitlist).toEqual([]);
  expect((await deciders.load(emailDecider, emailHash(identity.email))).state.claimedBy).toBeNull();
  expect((await deciders.load(membershipDecider, '1')).state.membership?.status).toBe('ended');
  expect(stripe.cancelled).toContain('sub_a');
  await studio.expectSettled();
  const appended = studio.log.events.length;
  await leave();
  expect(studio.log.events.length, 'again it does nothing').toBe(appended);
}

describe('an erasure', () => {
  it('ends every booking by the rules, every waitlist entry, the membership and the claim of the address', async () => {
    const member = await ann();
    await member.leave();
    const { log } = member.studio;
    const released = log.events.flatMap((event) =>
      event.type === 'SeatReleased' ? [event.data.reason] : [],
    );
    // Class 1 is on Saturday, class 2 is tomorrow before this hour.
    expect(released.toSorted()).toEqual(['cancelled', 'late_cancelled']);
    await expectErased(member);
  });

  it.each(['before', 'after'] as const)(
    'comes to its end from wherever it broke off, %s an append',
    async (when) => {
      let wasWhole = false;
      for (let at = 0; !wasWhole; at += 1) {
        const member = await ann();
        try {
          await member.leave(crashAtAppend(at, when));
          wasWhole = true;
        } catch (error) {
          expect(error).toBeInstanceOf(Crashed);
        }
        await member.leave();
        await expectErased(member);
        expect(at).toBeLessThan(30);
      }
    },
  );

  it('keeps the identity readable until the key is destroyed', async () => {
    const { leave, start } = await ann();
    await leave();
    expect(await readIdentity(start().eventStore, 'ann')).toEqual(identity);
    expect(await readIdentity(start().eventStore, 'nobody')).toBeNull();
  });
});
