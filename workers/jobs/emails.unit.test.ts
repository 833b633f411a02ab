import { describe, expect, it } from 'vitest';
import type { Sender } from '../emails/studio-email.ts';
import { bookingConfirmationEmail } from './send-booking-confirmation/email.ts';
import { cancellationEmail } from './send-cancellation/email.ts';
import { receiptEmail } from './send-receipt/email.ts';
import { welcomeEmail } from './send-welcome/email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
const name = 'Ann <Quick> Water';
/** Half past nine in London, in summer. */
const startsAt = new Date('2026-05-12T08:30:00Z');

describe('emails', () => {
  it('welcome by the first name, with a way to the classes', () => {
    const { subject, text, html } = welcomeEmail(sender, { name });
    expect(subject).toBe('Welcome to Tideline');
    expect(text).toContain('Welcome, Ann');
    expect(text).toContain('https://tideline.example/book-classes');
    expect(html).not.toContain('<Quick>');
  });

  it('confirm a booking with class, time, instructor, pass and deadline, in London’s time', () => {
    const { subject, text, html } = bookingConfirmationEmail(sender, {
      name,
      level: 'reformer for all',
      startsAt,
      instructorName: 'Marina <b>Hale</b>',
      freeUntil: new Date('2026-05-11T08:30:00Z'),
      passName: '5 Class Pass',
    });
    expect(subject).toBe('Booked: Reformer For All, Tue 12 May, 09:30');
    for (const fact of ['Tue 12 May, 09:30', 'Mon 11 May, 09:30', '5 Class Pass', 'Reformer For All']) {
      expect(text).toContain(fact);
      expect(html).toContain(fact);
    }
    expect(html).not.toContain('<b>Hale</b>');
  });

  it('say for every end of a booking what became of the pass', () => {
    const ended = (status: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled') =>
      cancellationEmail(sender, { name, level: 'beginner', startsAt, status, passName: '5 Class Pass' }).text;
    for (const status of ['cancelled', 'removed', 'class_cancelled'] as const) {
      expect(ended(status)).toContain('back in your 5 Class Pass');
    }
    expect(ended('late_cancelled')).toContain('the pass does not come back');
    expect(ended('late_cancelled')).not.toContain('back in your');
    expect(ended('removed')).toContain('The studio has taken you off Beginner');
    expect(ended('class_cancelled')).toContain('we had to cancel Beginner on Tue 12 May, 09:30');
  });

  it('receipt what was paid and until when it can be used', () => {
    const { subject, text } = receiptEmail(sender, {
      name,
      passName: '5 Class Pass',
      passes: 5,
      pricePence: 11_000,
      boughtAt: startsAt,
      expiresAt: new Date('2026-07-12T22:59:59.999Z'),
    });
    expect(subject).toBe('Your 5 Class Pass');
    for (const fact of ['£110.00', 'May 12, 2026', 'Jul 12, 2026']) expect(text).toContain(fact);
  });
});
