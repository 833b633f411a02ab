import { describe, expect, it } from 'vitest';
import type { Sender } from '#workers/core/sender.ts';
import type { MembershipNotice } from './send-membership-notice/definition.ts';
import { membershipNoticeEmail } from './send-membership-notice/email.ts';
import { membershipReminderEmail } from './send-membership-reminder/email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
const name = 'Ann <Quick> Water';
/** The middle of the month; half past nine in London, in summer. */
const now = new Date('2026-05-27T08:30:00Z');
const periodEnd = new Date('2026-06-12T08:30:00Z');
const active = {
  status: 'active' as const,
  cancelAtPeriodEnd: false,
  pricePence: 18_000,
  interval: 'month' as const,
  planName: 'Monthly Membership',
  priceChange: null,
  planChange: null,
  monthlyPasses: 12,
  remainingPasses: 5,
  expiresAt: new Date('2026-06-12T22:59:59.999Z'),
  currentPeriodEnd: periodEnd,
  nextAttemptAt: null,
  unpaidUntil: null,
  pauseUntil: null,
};
const month = {
  amountPence: 18_000,
  planName: 'Monthly Membership',
  paidAt: new Date('2026-05-12T08:30:05Z'),
  periodEnd,
  paymentIntentId: 'pi_3Tabcdef12345678',
};
type MembershipChanges = Partial<Parameters<typeof membershipNoticeEmail>[1]['membership']>;
const notice = (what: MembershipNotice, changes: MembershipChanges = {}, at = now) => {
  const isReceipt = what.what === 'started' || what.what === 'renewed' || what.what === 'upgraded';
  return membershipNoticeEmail(sender, {
    name,
    notice: what,
    month: isReceipt ? month : null,
    membership: { ...active, ...changes },
    now: at,
  });
};

describe('the email about a membership', () => {
  it('states passes, expiry, next charge and how to cancel when it starts', () => {
    const { subject, text, html } = notice({ what: 'started', invoiceId: 'in_1' });
    expect(subject).toBe('Your membership has begun');
    for (const part of [
      'Your membership has begun, Ann',
      'You have 12 passes to use until Jun 12, 2026.',
      'On Jun 12, 2026 we take £180.00 for the next month, and you get 12 fresh passes.',
      'You can cancel at any time on the page My Membership, or by replying to this email',
      'Paid: £180.00\nDate: May 12, 2026\nPasses: 12\nUse by: Jun 12, 2026\nTransaction ID: 12345678\n',
      'https://tideline.example/my-membership',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).not.toContain('<Quick>');
  });

  it('announces no charge when it is cancelled, unpaid or ended', () => {
    for (const changes of [
      { cancelAtPeriodEnd: true },
      { status: 'past_due' },
      { status: 'ended' },
    ] as const) {
      const { text } = notice({ what: 'started', invoiceId: 'in_1' }, changes);
      expect(text).not.toContain('we take');
      expect(text).toContain('Paid: £180.00');
    }
  });

  it('states payment, new passes and lapsed passes when it renews', () => {
    const { subject, text } = notice({ what: 'renewed', invoiceId: 'in_1' });
    expect(subject).toBe('Your membership has renewed: £180.00');
    expect(text).toContain('We have received £180.00. You have 12 fresh passes to use until Jun 12, 2026;');
    expect(text).toContain('any that you had left of the last month have lapsed');
    expect(text).toContain('On Jun 12, 2026 we take £180.00');
  });

  it('states the next attempt and where to pay when a charge fails, and after the last attempt that it will end', () => {
    const failed = { what: 'payment-failed', invoiceId: 'in_1', attempt: 1 } as const;
    const nextAttemptAt = new Date('2026-06-15T08:30:00Z');
    const { text } = notice(failed, { status: 'past_due', nextAttemptAt });
    expect(text).toContain('We try it again on Mon 15 Jun, 09:30.');
    expect(text).toContain('Pay now: https://tideline.example/my-membership');
    expect(text).toContain('The classes you have booked stand.');
    expect(text).toContain('you can cancel on the same page, at once or for the end of the month.');
    expect(text).toContain('your card is not tried again');
    expect(text).toContain('Cancel my membership: https://tideline.example/my-membership');
    const last = notice(failed, { status: 'past_due' }).text;
    expect(last).toContain('That was the last try, so your membership will end.');
    expect(last).not.toContain('again on');
  });

  it('states the end, the passes left and how to keep it when it is cancelled', () => {
    const cancelling = { what: 'cancelling', endsAt: periodEnd.toISOString() } as const;
    const { subject, text } = notice(cancelling, { cancelAtPeriodEnd: true });
    expect(subject).toBe('Your membership ends on Jun 12, 2026');
    expect(text).toContain('You have 5 passes left, to use by Jun 12, 2026.');
    expect(text).toContain('you can keep it until Fri 12 Jun, 09:30');
    expect(notice(cancelling, { remainingPasses: 0 }).text).not.toContain('left, to use');
    expect(text).not.toContain('did not go through');
    const unpaid = notice(cancelling, {
      status: 'past_due',
      cancelAtPeriodEnd: true,
      remainingPasses: 0,
    }).text;
    expect(unpaid).toContain('The payment that did not go through is cancelled');
    expect(unpaid).toContain('nothing more is charged. The classes you have booked stand.');
  });

  it('states the next charge when it is resumed', () => {
    expect(notice({ what: 'resumed' }).text).toContain(
      'Your membership is no longer cancelled. On Jun 12, 2026 we take £180.00',
    );
    const unpaid = { status: 'past_due', unpaidUntil: new Date('2026-07-12T08:30:00Z') } as const;
    const { text } = notice({ what: 'resumed' }, unpaid);
    expect(text).toContain('On Jul 12, 2026 we take £180.00');
    expect(text).toContain('Until then you cannot book new classes with the membership.');
  });

  it('states the reason and the usable passes when it ends', () => {
    const ended = (reason: 'cancelled' | 'unpaid', at: Date) =>
      notice({ what: 'ended', reason }, { status: 'ended' }, at).text;
    expect(ended('cancelled', periodEnd)).toContain('nothing further will be charged');
    expect(ended('cancelled', periodEnd)).toContain('You have 5 passes left, to use by Jun 12, 2026.');
    const unpaid = ended('unpaid', new Date('2026-06-19T08:30:00Z'));
    expect(unpaid).toContain('We could not take the £180.00 of the next month');
    expect(unpaid).not.toContain('left, to use');
  });

  it('states a pause with its days, and that it can be withdrawn', () => {
    const until = new Date('2026-07-12T08:30:00Z');
    const { subject, text } = notice(
      { what: 'pause', from: periodEnd.toISOString(), until: until.toISOString() },
      { pauseUntil: until },
    );
    expect(subject).toBe('Your membership is paused from Jun 12, 2026 to Jul 12, 2026');
    expect(text).toContain('nothing is charged, and it has no passes');
    expect(text).toContain('You have 5 passes left, to use by Jun 12, 2026.');
    expect(text).toContain('It comes back by itself. On Jul 12, 2026 we take £180.00 for the next month');
    expect(text).toContain('withdraw the pause on the page My Membership until Fri 12 Jun, 09:30');
    const withdrawn = notice({ what: 'pause-withdrawn' });
    expect(withdrawn.text).toContain('Your pause is withdrawn. On Jun 12, 2026 we take £180.00');
  });

  it('reminds of the charge after a pause', () => {
    const chargedAt = new Date('2026-07-12T08:30:00Z');
    const paused = { ...active, name, status: 'paused', remainingPasses: 0, chargedAt } as const;
    const { subject, text } = membershipReminderEmail(sender, paused);
    expect(subject).toBe('Your membership is back on Jul 12, 2026');
    expect(text).toContain('Your membership is paused until then, and comes back by itself.');
    expect(text).not.toContain('Left to use');
  });

  it('states the refund of a second membership', () => {
    const { subject, text } = notice({ what: 'refused', amountPence: 18_000 });
    expect(subject).toBe('Your £180.00 is on its way back');
    expect(text).toContain(
      'You have a membership already, so we cancelled the second one and sent £180.00 back.',
    );
  });

  it('states amount, date and passes left before a charge', () => {
    const reminder = (remainingPasses: number) =>
      membershipReminderEmail(sender, { ...active, name, remainingPasses, chargedAt: periodEnd });
    const { subject, text } = reminder(1);
    expect(subject).toBe('Your membership renews on Jun 12, 2026');
    expect(text).toContain('On Jun 12, 2026 we take £180.00 from your card, and you get 12 fresh passes.');
    expect(text).toContain('You have 1 pass left of this month.');
    expect(text).toContain('cancel before that day on the page My Membership');
    expect(reminder(0).text).toContain('You have used all your passes of this month.');
    const unpaid = { ...active, status: 'past_due', name, remainingPasses: 0, chargedAt: periodEnd } as const;
    expect(membershipReminderEmail(sender, unpaid).text).toContain('This month is not paid');
  });
});

describe('the email about a plan', () => {
  const priceChange = { pricePence: 20_000, effectiveFrom: '2026-07-01' };
  const announced = { what: 'price-change', ...priceChange } as const;

  it('announces another price with its day, and the way out', () => {
    const { subject, text } = notice(announced, { priceChange });
    expect(subject).toBe('The price of your membership changes on Jul 01, 2026');
    for (const part of [
      'From your first renewal on or after Jul 01, 2026, Monthly Membership costs £200.00 each month.',
      'Until then you pay £180.00, as now.',
      'you can cancel at any time before that renewal',
    ])
      expect(text).toContain(part);
  });

  it('takes an announcement back', () => {
    const { subject, text } = notice({ ...announced, pricePence: 18_000 });
    expect(subject).toBe('The price of your membership stays £180.00');
    expect(text).toContain('It does not: you go on paying £180.00 each month.');
  });

  it('states the announced price as soon as the next charge has it', () => {
    const renewed = { what: 'renewed', invoiceId: 'in_1' } as const;
    expect(notice(renewed, { priceChange }).text).toContain('On Jun 12, 2026 we take £180.00');
    const due = { ...priceChange, effectiveFrom: '2026-06-12' };
    expect(notice(renewed, { priceChange: due }).text).toContain('On Jun 12, 2026 we take £200.00');
  });

  it('states what another plan costs and gives, and from when', () => {
    const planChange = {
      planId: 100,
      planName: 'Eight',
      pricePence: 11_000,
      passes: 8,
      interval: '4_weeks',
    } as const;
    const { subject, text } = notice({ what: 'plan-change', planId: 100 }, { planChange });
    expect(subject).toBe('You change to Eight on Jun 12, 2026');
    expect(text).toContain('we take £110.00 for the next four weeks, and you get 8 fresh passes.');
    expect(notice({ what: 'plan-kept' }).subject).toBe('You keep Monthly Membership');
  });

  it('is a receipt for an upgrade', () => {
    const upgraded = { what: 'upgraded', invoiceId: 'in_u', passes: 2 } as const;
    const { text } = notice(upgraded, { planName: 'Sixteen', monthlyPasses: 16, pricePence: 22_000 });
    expect(text).toContain('You have 2 more passes to use until Jun 12, 2026.');
    expect(text).toContain('we take £220.00 for the next month, and you get 16 fresh passes.');
    expect(text).toContain('Passes: 2');
  });

  it('states four weeks in place of a month for such a plan, and names the plan on the receipt', () => {
    const { subject, text } = membershipNoticeEmail(sender, {
      name,
      notice: { what: 'renewed', invoiceId: 'in_1' },
      month: { ...month, planName: 'Eight', amountPence: 11_000 },
      membership: { ...active, planName: 'Eight', pricePence: 11_000, monthlyPasses: 8, interval: '4_weeks' },
      now,
    });
    expect(subject).toBe('Your membership has renewed: £110.00');
    expect(text).toContain('Four new weeks, Ann');
    expect(text).toContain('any that you had left of the last four weeks have lapsed');
    expect(text).toContain('Plan: Eight');
  });
});
