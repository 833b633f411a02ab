import { expect, it } from 'vitest';
import { jobs } from './all.ts';

/** No request waits for these, so a busy embedded process may delay them. */
const deferrable = [
  'advance-import',
  'join-booking-list',
  'join-newsletter',
  'leave-overlapping-waitlists',
  'note-offer-use',
  'send-booking-confirmation',
  'send-cancellation',
  'send-closure-notice',
  'send-expiry-reminder',
  'send-import-invite',
  'send-membership-notice',
  'send-membership-reminder',
  'send-pass-back',
  'send-prelaunch',
  'send-receipt',
  'send-refund-notice',
  'send-retention-notice',
  'send-welcome',
];

it('only deferrable jobs are in the lane later', () => {
  const later = jobs.flatMap(({ definition: { lane, name } }) => (lane === 'later' ? [name] : []));
  expect(later.toSorted()).toEqual(deferrable);
});
