import { expect, it } from 'vitest';
import { whatIsLost } from './what-is-lost.ts';

const ahead = { cancellable: true };
const past = { cancellable: false };

it('counts the classes to come and the passes that are lost', () => {
  const lost = whatIsLost({ bookings: [ahead, past, ahead], credits: 1, membership: { status: 'none' } });
  expect(lost?.slice(0, 3)).toEqual([
    '2 classes to come are cancelled.',
    '1 pass is lost and not refunded.',
    'What comes back from cancelling is lost as well.',
  ]);
  expect(lost?.join()).not.toContain('membership');
});

it('says when there is nothing to lose, and when a membership ends', () => {
  const lost = whatIsLost({ bookings: [past], credits: 0, membership: { status: 'past_due' } });
  expect(lost?.slice(0, 3)).toEqual([
    'You have no classes to come.',
    'You have no passes left to lose.',
    'Your membership ends at once, and the rest of the month is not refunded.',
  ]);
});

it('says nothing before all is known', () => {
  expect(whatIsLost({ bookings: [], credits: undefined, membership: { status: 'none' } })).toBeNull();
});
