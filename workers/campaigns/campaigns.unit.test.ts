import { expect, it } from 'vitest';
import type { CampaignStep } from '#infra/postgres/tables/campaigns.ts';
import { prelaunchEmail } from '../jobs/send-prelaunch/email.ts';
import { campaignJobs } from '../schedules/campaign-jobs.ts';

const step: CampaignStep = { campaignId: 3, kind: 'prelaunch', day: '2026-05-12', rounds: 1, memberId: 'm1' };

it('creates one job per member and round, without personal data', () => {
  const steps = [step, { ...step, memberId: 'm2' }, { ...step, rounds: 2 }];
  const jobs = campaignJobs(steps);
  expect(jobs.map(({ definition, payload, key }) => [definition.name, payload, key])).toEqual([
    ['send-prelaunch', { campaignId: 3, memberId: 'm1' }, '3/m1/1'],
    ['send-prelaunch', { campaignId: 3, memberId: 'm2' }, '3/m2/1'],
    ['send-prelaunch', { campaignId: 3, memberId: 'm1' }, '3/m1/2'],
  ]);
  for (const kind of ['members-with-bookings', 'members-without-bookings'])
    expect(campaignJobs([{ ...step, kind }])[0]?.definition.name).toBe('join-booking-list');
});

it('greets a member by first name and links to the classes and to unsubscribing', () => {
  const sender = {
    studioName: 'Tideline',
    studioAddress: 'Harbour Street',
    siteUrl: 'https://tideline.example',
  };
  const { subject, text, html, unsubscribeUrl } = prelaunchEmail(sender, {
    name: 'Ann <Quick> Water',
    rules: { bookingWindowDays: 1 },
    unsubscribeToken: 'bQ.abc-_9',
  });
  expect(subject).toBe('Tideline is open for booking');
  expect(text).toContain('open for booking up to one day ahead');
  expect(text).toContain('The timetable is up, Ann');
  expect(text).toContain('https://tideline.example/book-classes');
  expect(text).toContain('Unsubscribe: https://tideline.example/unsubscribe?token=bQ.abc-_9');
  expect(unsubscribeUrl).toBe('https://tideline.example/unsubscribe?token=bQ.abc-_9');
  expect(html).not.toContain('<Quick>');
});
