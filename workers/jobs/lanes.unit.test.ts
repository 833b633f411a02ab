import { expect, it } from 'vitest';
import { jobs } from './all.ts';

/** In a process that answers people too, these come late while many book; nobody waits for them. */
const mayComeLate = [
  'join-booking-list',
  'join-newsletter',
  'leave-overlapping-waitlists',
  'send-booking-confirmation',
  'send-cancellation',
  'send-expiry-reminder',
  'send-membership-notice',
  'send-membership-reminder',
  'send-prelaunch',
  'send-receipt',
  'send-refund-notice',
  'send-retention-notice',
  'send-welcome',
];

it('only what no one waits for may come late', () => {
  const later = jobs.flatMap(({ definition: { lane, name } }) => (lane === 'later' ? [name] : []));
  expect(later.toSorted()).toEqual(mayComeLate);
});
