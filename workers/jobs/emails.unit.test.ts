import { describe, expect, it } from 'vitest';
import { defaultRules } from '#domain/rules/rules.ts';
import type { Sender } from '#workers/core/sender.ts';
import { firstName } from '../emails/wording.ts';
import { bookingConfirmationEmail } from './send-booking-confirmation/email.ts';
import { cancellationEmail } from './send-cancellation/email.ts';
import { expiryReminderEmail } from './send-expiry-reminder/email.ts';
import { notBookedEmail } from './send-not-booked/email.ts';
import { passBackEmail } from './send-pass-back/email.ts';
import { receiptEmail } from './send-receipt/email.ts';
import { refundNoticeEmail } from './send-refund-notice/email.ts';
import { welcomeEmail } from './send-welcome/email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
const name = 'Ann <Quick> Water';
/** Half past nine in London, in summer. */
const startsAt = new Date('2026-05-12T08:30:00Z');

const booked = {
  name,
  level: 'reformer for all',
  startsAt,
  instructorName: 'Marina <b>Hale</b>',
  freeUntil: new Date('2026-05-11T08:30:00Z'),
  passName: '5 Class Pass',
  isRefilled: false,
};

describe('emails', () => {
  it('welcome a member by first name, with a link to the classes', () => {
    const { subject, text, html } = welcomeEmail(sender, {
      name,
      rules: defaultRules,
      proofToken: 'bQ.xyz-_8',
      unsubscribeToken: null,
    });
    expect(subject).toBe('Welcome to Tideline');
    expect(text).toContain('Welcome, Ann');
    expect(text).toContain('book any class up to seven days ahead');
    expect(text).toContain('https://tideline.example/book-classes');
    expect(text).toContain('This is my address: https://tideline.example/verify-email?token=bQ.xyz-_8');
    expect(html).not.toContain('<Quick>');
    expect(text).not.toContain('mailing list');
  });

  it.each([
    ['Ann', 'Ann'],
    ['  Zoë-Marie   O’Neill ', 'Zoë-Marie'],
    ["D'Arcy Smith", "D'Arcy"],
    ['李小龍', '李小龍'],
    ['https://evil.example/win You won', 'httpsevilexamplewin'],
    ['www.evil.example', 'wwwevilexample'],
    ['<a href=x>', 'a'],
    ['+44-20-7946-0000 call us', 'there'],
    ['{{contact.EMAIL}}', 'contactEMAIL'],
    ['x'.repeat(200), 'x'.repeat(30)],
    ['💥 12345', 'there'],
    ['', 'there'],
    ['علی\u200cرضا تهرانی', 'علی\u200cرضا'],
    ['\u3164\u0301', 'there'],
    ['👩\u200d👧', 'there'],
    ['न\u093f'.repeat(40), 'न\u093f'.repeat(30)],
  ])('greet %j as %j, without what a stranger could advertise', (typed, greeted) => {
    expect(firstName(typed)).toBe(greeted);
  });

  it('state that a paid pass stays when its class could not be booked', () => {
    const purchase = {
      name,
      classId: 7,
      level: 'reformer for all',
      startsAt,
      isCancelled: false,
      passName: '5 Class Pass',
      passExpiresAt: new Date('2026-07-12T22:59:59.999Z'),
    };
    const { subject, text } = notBookedEmail(sender, purchase);
    expect(subject).toBe('Your pass is here, but the class is not booked');
    expect(text).toContain('on Tue 12 May, 09:30 could not be booked any more');
    expect(text).toContain('all of your 5 Class Pass is still yours, to use by Jul 12, 2026');
    expect(text).toContain('https://tideline.example/book-classes?date=2026-05-12&class=7');
    expect(notBookedEmail(sender, { ...purchase, isCancelled: true }).text).toContain(
      'Book another class: https://tideline.example/book-classes?date=2026-05-12',
    );
  });

  it('state a membership of the mailing list, with an unsubscribe link', () => {
    const { text } = welcomeEmail(sender, {
      name,
      rules: { bookingWindowDays: 21 },
      proofToken: 'bQ.xyz-_8',
      unsubscribeToken: 'bQ.abc-_9',
    });
    expect(text).toContain('book any class up to 21 days ahead');
    expect(text).toContain('You are on our mailing list');
    expect(text).toContain('Unsubscribe: https://tideline.example/unsubscribe?token=bQ.abc-_9');
  });

  it('confirm a booking with class, instructor, pass, and time and deadline in London time', () => {
    const { subject, text, html } = bookingConfirmationEmail(
      sender,
      booked,
      new Date('2026-05-11T08:30:00Z'),
    );
    expect(subject).toBe('Booked: Reformer For All, Tue 12 May, 09:30');
    for (const fact of ['Tue 12 May, 09:30', 'Mon 11 May, 09:30', '5 Class Pass', 'Reformer For All']) {
      expect(text).toContain(fact);
      expect(html).toContain(fact);
    }
    expect(text).toContain('Free to cancel until');
    expect(html).not.toContain('<b>Hale</b>');
  });

  it('state for a late booking that no pass comes back', () => {
    const { text, html } = bookingConfirmationEmail(sender, booked, new Date('2026-05-11T08:30:01Z'));
    expect(text).toContain('Less than 24 hours away: no pass comes back');
    const refilled = { ...booked, isRefilled: true };
    expect(bookingConfirmationEmail(sender, refilled, new Date('2026-05-11T08:30:01Z')).text).toContain(
      'no pass comes back unless someone takes your place',
    );
    for (const part of [text, html]) expect(part).not.toContain('Free to cancel');
  });

  it('describe a move in one email', () => {
    const from = { level: 'beginner', startsAt: new Date('2026-05-13T17:00:00Z') };
    const { subject, text } = bookingConfirmationEmail(
      sender,
      { ...booked, movedFrom: from },
      new Date('2026-05-10T08:30:00Z'),
    );
    expect(subject).toBe('Moved: Reformer For All, Tue 12 May, 09:30');
    expect(text).toContain('Your place in Beginner on Wed 13 May, 18:00 is given up');
  });

  it('notify a member who cancelled late of the returned pass, and how long it lasts', () => {
    const { subject, text } = passBackEmail(sender, {
      name,
      level: 'beginner',
      startsAt,
      passName: '5 Class Pass',
      passExpiresAt: new Date('2026-11-28T23:59:59.999Z'),
    });
    expect(subject).toBe('Your pass is back: someone took your place');
    expect(text).toContain('You cancelled Beginner on Tue 12 May, 09:30 too late to keep your pass.');
    expect(text).toContain('It is in your 5 Class Pass again, to use by Nov 28, 2026.');
  });

  it('state for every end of a booking what became of the pass', () => {
    const ended = (
      status: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled',
      pass: 'back' | 'lapsed' | 'month_over' | 'refunded' | 'lost' | 'refillable' = 'back',
      closedFor: string | null = null,
    ) =>
      cancellationEmail(sender, {
        name,
        level: 'beginner',
        startsAt,
        freeUntil: new Date('2026-05-12T07:30:00Z'),
        status,
        pass,
        closedFor,
        passName: '5 Class Pass',
        passExpiresAt: new Date('2026-11-28T23:59:59.999Z'),
      }).text;
    for (const status of ['cancelled', 'removed', 'class_cancelled'] as const) {
      expect(ended(status)).toContain('The pass is back in your 5 Class Pass, to use by Nov 28, 2026.');
    }
    expect(ended('cancelled', 'lapsed')).toContain(
      'which expired on Nov 28, 2026, so it can no longer be used',
    );
    expect(ended('cancelled', 'month_over')).toContain(
      'to a month of your membership that is over, so it can no longer be used',
    );
    expect(ended('cancelled', 'refunded')).toContain(
      'Your 5 Class Pass was paid back, so its pass has gone back',
    );
    expect(ended('late_cancelled', 'lost')).toContain(
      'It was less than 1 hour before the class, so the pass does not come back.',
    );
    expect(ended('late_cancelled', 'refillable')).toContain(
      'If someone else takes your place before the class, your pass comes back, and we email you.',
    );
    for (const pass of ['lapsed', 'month_over', 'refunded', 'lost'] as const) {
      expect(ended('cancelled', pass)).not.toContain('back in your');
    }
    expect(ended('removed')).toContain('The studio has taken you off Beginner');
    expect(ended('class_cancelled')).toContain('we had to cancel Beginner on Tue 12 May, 09:30.');
    expect(ended('class_cancelled', 'back', 'New floor')).toContain(
      'we had to cancel Beginner on Tue 12 May, 09:30, because we are closed that day (New floor).',
    );
  });

  it('state the price, expiry and transaction id in a receipt', () => {
    const bought = {
      name,
      passName: '5 Class Pass',
      passes: 5,
      pricePence: 11_000,
      boughtAt: startsAt,
      expiresAt: new Date('2026-07-12T22:59:59.999Z'),
    };
    const { subject, text } = receiptEmail(sender, { ...bought, paymentIntentId: 'pi_3Tabcdef12345678' });
    expect(subject).toBe('Your 5 Class Pass');
    const facts = ['£110.00', 'May 12, 2026', 'Jul 12, 2026', 'Transaction ID: 12345678\n'];
    for (const fact of [...facts, 'You can cancel this purchase until May 26, 2026']) {
      expect(text).toContain(fact);
    }
    const unpaid = receiptEmail(sender, { ...bought, paymentIntentId: null }).text;
    expect(unpaid).not.toContain('Transaction');
    expect(unpaid).not.toContain('cancel this purchase');
  });

  it('remind of expiring passes, by the days left', () => {
    const expiring = (daysLeft: number, available: number, granted = 5) =>
      expiryReminderEmail(sender, {
        name,
        passName: granted === 1 ? 'Single Class' : '5 Class Pass',
        granted,
        available,
        expiresAt: new Date('2026-07-12T22:59:59.999Z'),
        daysLeft,
      });
    expect(expiring(7, 3).subject).toBe('3 passes of your 5 Class Pass expire on Jul 12, 2026');
    expect(expiring(1, 3).subject).toBe('3 passes of your 5 Class Pass expire tomorrow');
    expect(expiring(0, 1).subject).toBe('1 pass of your 5 Class Pass expires today');
    expect(expiring(2, 1, 1).subject).toBe('Your Single Class expires on Jul 12, 2026');
    const { text } = expiring(7, 3);
    for (const part of ['7 days left, Ann', 'https://tideline.example/book-classes', '3 passes of your']) {
      expect(text).toContain(part);
    }
    expect(expiring(1, 3).text).toContain('One day left, Ann');
    expect(expiring(0, 3).text).toContain('A class today still counts.');
  });
});

describe('the refund email', () => {
  const expiresAt = new Date('2026-07-12T22:59:59.999Z');
  const lotOf = (lot: { available: number; inUse?: number; takenBack?: number; owed?: number }) => ({
    granted: 5,
    inUse: 0,
    takenBack: 0,
    owed: 0,
    expiresAt,
    ...lot,
  });
  const notice = (
    what: 'refunded' | 'refused' | 'refund_failed' | 'dispute_won',
    lot: ReturnType<typeof lotOf> | null,
    amountPence = 11_000,
  ) => refundNoticeEmail(sender, { name, what, amountPence, passName: '5 Class Pass', lot });

  it('states the amount, the passes taken back, those left and that bookings stay', () => {
    const all = notice('refunded', lotOf({ available: 0, takenBack: 5 }));
    expect(all.subject).toBe('Your refund of £110.00');
    expect(all.text).toContain('We have sent £110.00 back for your 5 Class Pass.');
    expect(all.text).toContain('All 5 passes have gone back with it.');
    expect(all.text).not.toContain('stand');

    const part = notice('refunded', lotOf({ available: 2, inUse: 1, takenBack: 2 }), 4_400).text;
    expect(part).toContain('£44.00');
    expect(part).toContain('2 of its 5 passes have gone back with it.');
    expect(part).toContain('You have 2 passes left, to use by Jul 12, 2026.');
    expect(part).toContain('The classes you have booked with it stand.');

    const inUse = notice('refunded', lotOf({ available: 0, inUse: 2, takenBack: 3, owed: 2 })).text;
    expect(inUse).toContain('3 of its 5 passes have gone back with it.');
    expect(inUse).toContain('stand; should you cancel one, its pass goes back too.');
    expect(notice('refunded', lotOf({ available: 5 }), 100).text).toContain('Your passes stay as they are.');
    expect(notice('refunded', null).text).not.toMatch(/passes (have|stay)/);
  });

  it('states why a repeated offer is refunded', () => {
    const { text } = refundNoticeEmail(sender, {
      name,
      what: 'refused',
      amountPence: 1_400,
      passName: 'Sign Up Class',
      lot: null,
    });
    expect(text).toContain(
      'The Sign Up Class can only be purchased once per member, so we have sent your £14.00 back.',
    );
  });

  it('states that passes are back after a won dispute or a failed refund', () => {
    const back = lotOf({ available: 4, inUse: 1 });
    for (const what of ['dispute_won', 'refund_failed'] as const) {
      expect(notice(what, back).text).toContain('You have 4 passes left, to use by Jul 12, 2026.');
    }
    expect(notice('refund_failed', null).text).toContain('find another way to send it');
  });
});
