import { describe, expect, it } from 'vitest';
import type { Sender } from '#workers/core/sender.ts';
import { classChangedEmail, listClassDifferences } from './send-class-changed/email.ts';
import { waitedClassChangedEmail } from './send-class-changed/waiter-email.ts';
import {
  waitlistAnnouncedEmail,
  waitlistBookedEmail,
  waitlistClassCancelledEmail,
  waitlistLapsedEmail,
  waitlistOfferedEmail,
} from './send-waitlist-notice/email.ts';
import { offerWithdrawnEmail, waitlistAskedEmail } from './send-waitlist-notice/studio-change-email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
/** Half past nine in London, in summer. */
const startsAt = new Date('2026-05-12T08:30:00Z');
const freeUntil = new Date('2026-05-11T08:30:00Z');
const waitlisted = {
  name: 'Ann <Quick> Water',
  classId: 7,
  level: 'reformer for all',
  startsAt,
  instructorName: 'Marina <b>Hale</b>',
};
const claimPage = 'https://tideline.example/waitlist/7';

describe('waitlist emails', () => {
  it('the email about a booked spot states the pass and the deadline for its return', () => {
    const { subject, text, html } = waitlistBookedEmail(sender, {
      ...waitlisted,
      freeUntil,
      passName: '5 Class Pass',
    });
    expect(subject).toBe('You got a spot: Reformer For All, Tue 12 May, 09:30');
    for (const part of ['You are in, Ann', '5 Class Pass', 'cancel until Mon 11 May, 09:30']) {
      expect(text).toContain(part);
    }
    expect(html).not.toContain('<b>Hale</b>');
  });

  it('the email about an offer states its end, links to the claim page and states that no pass comes back', () => {
    const until = new Date('2026-05-12T06:30:00Z');
    const offer = (now: Date, isRefilled = false) =>
      waitlistOfferedEmail(sender, { ...waitlisted, freeUntil, isRefilled, now, until }).text;
    const late = offer(new Date('2026-05-12T06:00:00Z'));
    for (const part of ['until Tue 12 May, 07:30', claimPage, 'if you cancel, no pass comes back']) {
      expect(late).toContain(part);
    }
    // From 26 to 24 hours before the class, the pass still comes back.
    const early = offer(new Date('2026-05-11T07:00:00Z'));
    expect(early).toContain('If you cancel after Mon 11 May, 09:30, no pass comes back.');
    expect(offer(new Date('2026-05-12T06:00:00Z'), true)).toContain(
      'if you cancel, no pass comes back unless someone takes your place.',
    );
  });

  it('the email about an offer after a move states the new time too, and that no pass was used', () => {
    const now = new Date('2026-05-12T06:00:00Z');
    const until = new Date('2026-05-12T06:30:00Z');
    const { subject, text } = waitlistOfferedEmail(sender, {
      ...waitlisted,
      freeUntil,
      isRefilled: false,
      now,
      until,
      isMoved: true,
    });
    expect(subject).toBe(
      'Moved, and the spot is yours until Tue 12 May, 07:30: Reformer For All, Tue 12 May, 09:30',
    );
    for (const part of [
      'The class has moved, Ann',
      'It is on Tue 12 May, 09:30 now',
      'No pass was used',
      claimPage,
    ])
      expect(text).toContain(part);
  });

  it('the emails about a lapsed offer, a spot for the first to claim it and a cancelled class state their facts', () => {
    const lapsed = waitlistLapsedEmail(sender, waitlisted).text;
    expect(lapsed).toContain('No pass was used.');
    expect(lapsed).toContain('You keep your place');
    const announced = waitlistAnnouncedEmail(sender, {
      ...waitlisted,
      freeUntil,
      isRefilled: false,
      now: new Date('2026-05-12T07:30:00Z'),
    }).text;
    for (const part of ['first come, first served', claimPage, 'no pass comes back']) {
      expect(announced).toContain(part);
    }
    const { subject, text } = waitlistClassCancelledEmail(sender, { ...waitlisted, closedFor: null });
    expect(subject).toBe('Cancelled: Reformer For All, Tue 12 May, 09:30');
    expect(text).toContain('No pass was used.');
  });
});

describe('emails to waiting members about what the studio did', () => {
  it('the email about a withdrawn offer states why, and that the place stays', () => {
    const about = (because: 'capacity' | 'marked_full' | 'moved') =>
      offerWithdrawnEmail(sender, { ...waitlisted, because }).text;
    expect(about('capacity')).toContain('because it has fewer places now. No pass was used.');
    expect(about('marked_full')).toContain('because we have marked it as full');
    expect(about('moved')).toContain('because we have moved the class to another time');
    expect(about('capacity')).toContain(
      'You keep your place on the waitlist. If the spot comes back, we offer',
    );
    expect(about('moved')).toContain(claimPage);
  });

  it('the email with a question states both times, and links to the page that asks', () => {
    const asked = (lostOffer: boolean) =>
      waitlistAskedEmail(sender, { ...waitlisted, joinedFor: new Date('2026-05-11T08:30:00Z'), lostOffer });
    const { subject, text } = asked(false);
    expect(subject).toBe('Do you still want it? Moved to Reformer For All, Tue 12 May, 09:30');
    for (const part of [
      'on Mon 11 May, 09:30. We have moved it to Tue 12 May, 09:30',
      claimPage,
      'still want it',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('withdrawn');
    expect(asked(true).text).toContain('so it is withdrawn. No pass was used.');
  });

  it('the email about another change states it, and an offer that stays', () => {
    const before = { level: 'beginner', startsAt, duration: 50, instructorName: 'Marina Hale' };
    const about = (now: Partial<typeof before>, offeredUntil: Date | null = null) =>
      waitedClassChangedEmail(sender, {
        ...{ name: 'Ann Water', classId: 7, offeredUntil, before },
        now: { ...before, ...now },
      });
    const longer = about({ duration: 60 }, new Date('2026-05-12T06:30:00Z'));
    expect(longer.subject).toBe('Changed: Beginner, Tue 12 May, 09:30');
    for (const part of [
      'Length: 60 minutes (was 50 minutes)',
      'still yours until Tue 12 May, 07:30',
      claimPage,
    ])
      expect(longer.text).toContain(part);
    expect(about({ startsAt: new Date('2026-05-12T10:00:00Z') }).subject).toContain(
      'Moved to Tue 12 May, 11:00',
    );
  });
});

describe('the email about a changed class', () => {
  const before = { level: 'beginner', startsAt, duration: 50, instructorName: 'Marina Hale' };
  const about = (now: Partial<typeof before>) =>
    classChangedEmail(sender, { name: 'Ann Water', before, now: { ...before, ...now } });

  it('states the old and new time, and that members can cancel freely when the class has moved', () => {
    const { subject, text } = about({ startsAt: new Date('2026-05-12T10:00:00Z') });
    expect(subject).toBe('Moved to Tue 12 May, 11:00: Beginner, Tue 12 May, 09:30');
    expect(text).toContain('When: Tue 12 May, 11:00 (was Tue 12 May, 09:30)');
    expect(text).toContain('cancel until it begins, Tue 12 May, 11:00, and your pass comes back');
  });

  it('states the old and new length', () => {
    const { subject, text } = about({ duration: 75 });
    expect(subject).toBe('Changed: Beginner, Tue 12 May, 09:30');
    expect(text).toContain('Length: 75 minutes (was 50 minutes)');
    expect(text).not.toMatch(/When:|your pass comes back/);
  });

  it('does not offer free cancellation for another level or instructor', () => {
    const { subject, text } = about({ level: 'advanced', instructorName: '' });
    expect(subject).toBe('Changed: Beginner, Tue 12 May, 09:30');
    expect(text).toContain('Class: Advanced (was Beginner)');
    expect(text).toContain('Instructor: another instructor (was Marina Hale)');
    expect(text).not.toContain('your pass comes back');
    expect(listClassDifferences({ before, now: before })).toEqual([]);
  });
});
