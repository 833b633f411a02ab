import { expect, it } from 'vitest';
import { describeDeletion } from './deletion-consequences.ts';

const upcoming = { cancellable: true };
const past = { cancellable: false };

it('counts the upcoming classes and the passes that are lost', () => {
  const sentences = describeDeletion({
    bookings: [upcoming, past, upcoming],
    credits: 1,
    membership: { status: 'none' },
  });
  expect(sentences?.slice(0, 3)).toEqual([
    '2 classes to come are cancelled.',
    '1 pass is lost and not refunded.',
    'What comes back from cancelling is lost as well.',
  ]);
  expect(sentences?.join()).not.toContain('membership');
});

it('names a past-due membership as ending when there are no upcoming classes or passes', () => {
  const sentences = describeDeletion({ bookings: [past], credits: 0, membership: { status: 'past_due' } });
  expect(sentences?.slice(0, 3)).toEqual([
    'You have no classes to come.',
    'You have no passes left to lose.',
    'Your membership ends at once, and the rest of the month is not refunded.',
  ]);
});

it('returns null while the credits are still loading', () => {
  expect(describeDeletion({ bookings: [], credits: undefined, membership: { status: 'none' } })).toBeNull();
});
