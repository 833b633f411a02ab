import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPlanTerms } from '../plan/terms.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { followSubscription, getRunningEnd, type PaidInvoice, type SubscriptionSnapshot } from './decide.ts';
import { requirePausable, requirePausePlanned } from './decide-pause.ts';
import { requireUpgradable, schedulePlanChange } from './decide-plan.ts';
import { membershipDecider } from './decider.ts';
import type { MembershipEvent } from './events.ts';
import type { ProviderPause } from './follow-pause.ts';
import { findNextCharge } from './next-charge.ts';

const of = { membershipId: 7, memberId, subscriptionId: 'sub_a' };
/** The 12th of that month of 2026, 10:00 in London in summer. */
const day = (month: number) => new Date(Date.UTC(2026, month - 1, 12, 9)).toISOString();
const invoice = (month: number): PaidInvoice => ({
  kind: 'period',
  invoiceId: `in_${month}`,
  paymentIntentId: `pi_${month}`,
  amountPence: 18_000,
  plan: firstPlanTerms,
  periodStart: day(month),
  periodEnd: day(month + 1),
});
const paid = (type: 'MembershipStarted' | 'MembershipRenewed', month: number): MembershipEvent => {
  const { kind: _kind, ...facts } = invoice(month);
  const expiresAt = `${day(month + 1).slice(0, 10)}T22:59:59.999Z`;
  return { type, data: { ...of, ...facts, passes: 12, lotId: `lot-in_${month}`, expiresAt, at } };
};
const started = paid('MembershipStarted', 5);
const renewed = paid('MembershipRenewed', 7);
const june = { from: day(6), until: day(7) };
const planned: MembershipEvent = {
  type: 'MembershipPausePlanned',
  data: { ...of, ...june, rulesVersion: 3, at },
};
const withdrawn: MembershipEvent = { type: 'MembershipPauseWithdrawn', data: { ...of, ...june, at } };
const paused: MembershipEvent = { type: 'MembershipPaused', data: { ...of, ...june, at } };
const resumed: MembershipEvent = { type: 'MembershipResumed', data: { ...of, ...june, at } };
const cancelled: MembershipEvent = {
  type: 'MembershipCancellationScheduled',
  data: { ...of, endsAt: day(6), at },
};
const failed: MembershipEvent = {
  type: 'MembershipPaymentFailed',
  data: { ...of, invoiceId: 'in_6', attempt: 1, nextAttemptAt: null, at },
};
const ended: MembershipEvent = { type: 'MembershipEnded', data: { ...of, reason: 'cancelled', at } };
const changing: MembershipEvent = {
  type: 'MembershipPlanChangeScheduled',
  data: { ...of, plan: { ...firstPlanTerms, planId: 100 }, from: day(6), at },
};

const subscription: SubscriptionSnapshot = {
  ...of,
  isOver: false,
  isCancelled: false,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: day(6),
  nextPlan: firstPlanTerms,
  agreement: null,
  paid: [invoice(5)],
  failed: null,
  payableInvoiceIds: [],
  voidedInvoiceIds: [],
  pause: null,
  voidedPeriodStarts: [],
};
const inJune: ProviderPause = { ...june, rulesVersion: 3, isVoiding: true };
const whenStripeSays = (changes: Partial<SubscriptionSnapshot>, ...history: MembershipEvent[]) =>
  given(membershipDecider, ...history).when((state) =>
    followSubscription(state, { subscription: { ...subscription, ...changes }, now }),
  );
const duringJune = { currentPeriodEnd: day(7), voidedPeriodStarts: [day(6)] };

describe('a pause', () => {
  it('is planned, begins with the voided invoice, and is over before the next payment', () => {
    const ahead = whenStripeSays({ pause: inJune }, started).gives(planned);
    expect(ahead.membership).toMatchObject({ status: 'active', pause: june });
    whenStripeSays({ pause: inJune }, started, planned).gives();
    const running = whenStripeSays({ pause: inJune, ...duringJune }, started, planned).gives(paused);
    expect(running).toMatchObject({ membership: { status: 'paused', pause: june }, pausesBegun: [day(6)] });
    expect(running.membership && getRunningEnd(running.membership)).toBe(day(7));
    // Stripe ends it itself a day before the charge.
    const collecting = { ...inJune, isVoiding: false };
    whenStripeSays({ pause: collecting, ...duringJune }, started, planned, paused).gives();
    const back = { ...duringJune, pause: collecting, currentPeriodEnd: day(8) };
    const unpaid = whenStripeSays(back, started, planned, paused).gives(resumed);
    expect(unpaid.membership).toMatchObject({ status: 'active', pause: null });
    const charged = { ...back, paid: [invoice(5), invoice(7)] };
    whenStripeSays(charged, started, planned, paused).gives(resumed, renewed);
    whenStripeSays(charged, started, planned, paused, resumed, renewed).gives();
  });

  it('is recorded whole when nothing was recorded for a while', () => {
    whenStripeSays({ pause: inJune, ...duringJune }, started).gives(planned, paused);
    const back = { ...duringJune, pause: { ...inJune, isVoiding: false }, currentPeriodEnd: day(8) };
    whenStripeSays({ ...back, paid: [invoice(5), invoice(7)] }, started).gives(
      planned,
      paused,
      resumed,
      renewed,
    );
  });

  it('is withdrawn here or at Stripe until it begins, and the period is charged', () => {
    whenStripeSays({ pause: null }, started, planned).gives(withdrawn);
    whenStripeSays({ pause: { ...inJune, isVoiding: false } }, started, planned).gives(withdrawn);
    whenStripeSays({ pause: { ...inJune, isVoiding: false } }, started, planned, withdrawn).gives();
    const charged = { currentPeriodEnd: day(7), paid: [invoice(5), invoice(6)] };
    whenStripeSays(charged, started, planned).gives(withdrawn, paid('MembershipRenewed', 6));
  });

  it('made by hand at Stripe for another span is not recorded', () => {
    whenStripeSays({ pause: { ...inJune, from: day(7), until: day(8) } }, started).gives();
  });

  it('ends with a refused card, too: the membership is unpaid then', () => {
    const refused = { invoiceId: 'in_7', attempt: 1, nextAttemptAt: null };
    const back = { ...duringJune, currentPeriodEnd: day(8), failed: refused };
    const state = whenStripeSays(back, started, planned, paused).gives(resumed, {
      type: 'MembershipPaymentFailed',
      data: { ...of, ...refused, at },
    });
    expect(state.membership).toMatchObject({ status: 'past_due', pause: null });
  });

  it('ends a membership that is cancelled during it, without another charge', () => {
    const cancels = { ...duringJune, pause: inJune, cancelAtPeriodEnd: true };
    const ending: MembershipEvent = {
      type: 'MembershipCancellationScheduled',
      data: { ...of, endsAt: day(7), at },
    };
    whenStripeSays(cancels, started, planned, paused).gives(ending);
    const over = { ...cancels, isOver: true, isCancelled: true };
    const state = whenStripeSays(over, started, planned, paused, ending).gives(ended);
    expect(state.membership).toMatchObject({ status: 'ended', pause: null });
  });

  it('moves the next charge to its end', () => {
    const active = { status: 'active', cancelAtPeriodEnd: false, unpaidUntil: null } as const;
    const currentPeriodEnd = new Date(june.from);
    const pauseUntil = new Date(june.until);
    expect(findNextCharge({ ...active, currentPeriodEnd, pauseUntil })).toEqual(pauseUntil);
    expect(findNextCharge({ ...active, status: 'paused', currentPeriodEnd, pauseUntil })).toEqual(pauseUntil);
    expect(findNextCharge({ ...active, currentPeriodEnd, pauseUntil: null })).toEqual(currentPeriodEnd);
    const cancelsInPause = { ...active, status: 'paused', cancelAtPeriodEnd: true } as const;
    expect(findNextCharge({ ...cancelsInPause, currentPeriodEnd, pauseUntil })).toBeNull();
  });
});

describe('asking for a pause', () => {
  const ask = (history: readonly MembershipEvent[], hoursLeft = 48, rules = defaultRules, by = memberId) =>
    given(membershipDecider, ...history).when((state) => {
      const { periodEnd } = state.membership?.periods.at(-1) ?? { periodEnd: at };
      const asked = new Date(Date.parse(periodEnd) - hoursLeft * millisecondsInHour);
      requirePausable(state, { memberId: by, now: asked }, rules);
      return [];
    });

  it('is in time 48 hours before the charge, and too late 47 hours before', () => {
    ask([started]).gives();
    ask([started], 47).refuses('PAUSE_TOO_LATE', { hours: 48, chargedAt: day(6) }, { rulesVersion: 0 });
    ask([started], 0).refuses('PAUSE_NOT_POSSIBLE', { reason: 'renewing' });
    ask([started], 24, { ...defaultRules, pauseNoticeHours: 24 }).gives();
  });

  it.each<[string, MembershipEvent[]]>([
    ['unpaid', [started, failed]],
    ['planned', [started, planned]],
    ['paused', [started, planned, paused]],
    ['ending', [started, cancelled]],
    ['changing', [started, changing]],
  ])('is refused while the membership is %s', (reason, history) =>
    ask(history).refuses('PAUSE_NOT_POSSIBLE', { reason }),
  );

  it('is refused for an ended membership and for another member’s', () => {
    ask([started, ended]).refuses('MEMBERSHIP_NOT_ACTIVE');
    ask([started], 48, defaultRules, 'someone-else').refuses('MEMBERSHIP_NOT_FOUND');
    ask([]).refuses('MEMBERSHIP_NOT_FOUND');
  });

  it('is refused when as many pauses as are allowed began in the days before; a withdrawn one does not count', () => {
    const once = { ...defaultRules, version: 4, pausesAllowed: 1 };
    const paidAgain = [started, planned, paused, resumed, renewed];
    ask(paidAgain).gives();
    ask(paidAgain, 48, once).refuses('PAUSE_TOO_OFTEN', { pausesAllowed: 1, days: 365 }, { rulesVersion: 4 });
    ask([started, planned, withdrawn], 48, once).gives();
    // From 12 June to 12 August are 61 days.
    ask(paidAgain, 48, { ...once, pausesWithinDays: 62 }).refuses('PAUSE_TOO_OFTEN');
    ask(paidAgain, 48, { ...once, pausesWithinDays: 61 }).gives();
    ask([started], 48, { ...once, pausesAllowed: 0 }).refuses('PAUSE_TOO_OFTEN');
  });

  it('leaves a cancellation possible, and makes a change of plan wait', () => {
    const state = given(membershipDecider, started, planned).state;
    const change = { memberId, planId: 100, plan: { ...firstPlanTerms, planId: 100 }, now };
    const refusal = expect.objectContaining({
      code: 'PLAN_CHANGE_NOT_POSSIBLE',
      details: { reason: 'paused' },
    });
    expect(() => schedulePlanChange(state, change)).toThrow(refusal);
    expect(() => requireUpgradable(state, change)).toThrow(refusal);
    whenStripeSays({ pause: inJune, cancelAtPeriodEnd: true }, started, planned).gives(cancelled);
  });

  it('can be withdrawn until it begins', () => {
    const withdraw = (...history: MembershipEvent[]) =>
      given(membershipDecider, ...history).when((state) => {
        requirePausePlanned(state, memberId);
        return [];
      });
    withdraw(started, planned).gives();
    withdraw(started).refuses('NO_PAUSE_PLANNED', { hasBegun: false });
    withdraw(started, planned, paused).refuses('NO_PAUSE_PLANNED', { hasBegun: true });
    withdraw(started, planned, ended).refuses('MEMBERSHIP_NOT_ACTIVE');
  });
});

/** Stripe, as far as a pause needs it: a period a month, whose invoice is voided or paid when it begins. */
function simulateMonths(start: Date, requests: readonly (readonly ('settle' | 'pause' | 'withdraw')[])[]) {
  const month = (index: number) =>
    new Date(
      Date.UTC(
        start.getUTCFullYear(),
        start.getUTCMonth() + index,
        start.getUTCDate(),
        start.getUTCHours(),
        start.getUTCMinutes(),
      ),
    );
  const toInvoice = (index: number): PaidInvoice => ({
    ...invoice(index),
    periodStart: month(index).toISOString(),
    periodEnd: month(index + 1).toISOString(),
  });
  const stripe = { paid: [toInvoice(0)], voided: [] as string[], pause: null as ProviderPause | null };
  let state = membershipDecider.initial;
  const events: MembershipEvent[] = [];
  const settle = (period: number, at: Date) => {
    const snapshot: SubscriptionSnapshot = {
      ...subscription,
      currentPeriodEnd: month(period + 1).toISOString(),
      paid: stripe.paid,
      pause: stripe.pause,
      voidedPeriodStarts: stripe.voided,
    };
    const decided = followSubscription(state, { subscription: snapshot, now: at });
    events.push(...decided);
    state = decided.reduce(membershipDecider.evolve, state);
  };
  settle(0, month(0));
  const begun: Date[] = [];
  for (const [period, ofPeriod] of requests.entries()) {
    const at = new Date(month(period).getTime() + millisecondsInDay);
    for (const asked of ofPeriod) {
      if (asked === 'settle') settle(period, at);
      else if (
        asked === 'withdraw' &&
        state.membership?.pause !== null &&
        state.membership?.status === 'active'
      ) {
        stripe.pause = null;
        settle(period, at);
      } else if (asked === 'pause') {
        settle(period, at);
        try {
          requirePausable(state, { memberId, now: at }, defaultRules);
        } catch {
          continue;
        }
        const next = { from: month(period + 1).toISOString(), until: month(period + 2).toISOString() };
        // Nothing is settled after it: a crash before the note.
        stripe.pause = { ...next, rulesVersion: 1, isVoiding: true };
      }
    }
    const next = toInvoice(period + 1);
    const isVoided = stripe.pause?.isVoiding === true && stripe.pause.from === next.periodStart;
    // It ends itself a day before the invoice after the one that it voided.
    if (stripe.pause !== null && stripe.pause.from !== next.periodStart)
      stripe.pause = { ...stripe.pause, isVoiding: false };
    if (isVoided) {
      stripe.voided = [...stripe.voided, next.periodStart];
      begun.push(month(period + 1));
    } else stripe.paid = [...stripe.paid, next];
  }
  settle(requests.length, month(requests.length));
  return { events, state, stripe, begun };
}

describe('a year and more with pauses', () => {
  const asked = fc.constantFrom('settle' as const, 'pause' as const, 'withdraw' as const);
  const years = fc.array(fc.array(asked, { maxLength: 3 }), { minLength: 12, maxLength: 30 });
  /** Before the clocks change in March and in October, so that periods end on both days. */
  const starts = fc.constantFrom(
    new Date('2026-01-29T01:30:00Z'),
    new Date('2026-02-25T00:30:00Z'),
    new Date('2026-01-25T23:30:00Z'),
  );

  it('grants exactly the months that are charged, and never more pauses than allowed', () => {
    fc.assert(
      fc.property(starts, years, (start, requests) => {
        const { events, stripe, begun } = simulateMonths(start, requests);
        const grants = events.flatMap((event) =>
          event.type === 'MembershipStarted' || event.type === 'MembershipRenewed'
            ? event.data.periodStart
            : [],
        );
        expect(grants).toEqual(stripe.paid.map(({ periodStart }) => periodStart));
        const count = (type: MembershipEvent['type']) => events.filter((each) => each.type === type).length;
        expect(count('MembershipPaused')).toBe(begun.length);
        expect(stripe.voided.filter((from) => grants.includes(from))).toEqual([]);
        for (const first of begun) {
          const within = begun.filter(
            (each) => each <= first && first.getTime() - each.getTime() < 365 * millisecondsInDay - 3_600_001,
          );
          expect(within.length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('records the same events, however seldom Stripe is read', () => {
    fc.assert(
      fc.property(
        starts,
        fc.array(fc.constantFrom('pause' as const, null), { minLength: 12, maxLength: 20 }),
        (start, requests) => {
          const listEvents = (reads: number) =>
            simulateMonths(
              start,
              requests.map((each) => [
                ...(each === null ? [] : [each]),
                ...Array(reads).fill('settle' as const),
              ]),
            ).events.map(({ type, data: { at: _at, ...data } }) => ({ type, data }));
          expect(listEvents(0)).toEqual(listEvents(2));
        },
      ),
    );
  });
});
