import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const jobs = new URL('../jobs/', import.meta.url);

/** Emails that a member gets because they are on the mailing list, and the welcome, which states that they are. */
const ofTheMailingList = ['send-prelaunch', 'send-welcome'];

/** Emails about what a member or the studio did, which cannot be unsubscribed. A new one belongs in one of the two lists. */
const transactional = [
  'finish-email-change',
  'finish-erasure',
  'retry-address',
  'send-booking-confirmation',
  'send-cancellation',
  'send-class-changed',
  'send-class-reminder',
  'send-complaint-acknowledgement',
  'send-complaint-answer',
  'send-closure-notice',
  'send-email-change',
  'send-expiry-reminder',
  'send-import-invite',
  'send-membership-notice',
  'send-membership-reminder',
  'send-not-booked',
  'send-pass-back',
  'send-passkey-notice',
  'send-password-reset',
  'send-receipt',
  'send-refund-notice',
  'send-retention-notice',
  'send-sign-in-code',
  'send-staff-invite',
  'send-staff-security-notice',
  'send-waitlist-notice',
];

it('every email is of the mailing list, with a way out in its headers, or transactional', async () => {
  const files = (await readdir(jobs, { recursive: true })).filter((file) => file.endsWith('/email.ts'));
  expect(files.map((file) => file.replace('/email.ts', '')).toSorted()).toEqual(
    [...ofTheMailingList, ...transactional].toSorted(),
  );
  for (const file of files) {
    const isOfTheList = ofTheMailingList.includes(file.replace('/email.ts', ''));
    // `studioEmail` makes the link and the header of it, so that none has only one of them.
    expect((await readFile(new URL(file, jobs), 'utf8')).includes('mailingList:'), file).toBe(isOfTheList);
  }
});
