import { expect, it } from 'vitest';
import { describeLateBookingPass, describeLatePass } from './late-pass.ts';

it('states when the pass of a late cancellation comes back', () => {
  expect(describeLatePass('less than 24 hours away', false)).toBe(
    'It is less than 24 hours away: your pass will not come back.',
  );
  expect(describeLatePass('less than 24 hours away', true)).toContain(
    'If someone else takes your place before the class, your pass comes back.',
  );
  expect(describeLateBookingPass('less than 24 hours away', false)).toContain('does not come back');
  expect(describeLateBookingPass('less than 24 hours away', true)).toContain(
    'comes back only if someone else takes your place',
  );
});
