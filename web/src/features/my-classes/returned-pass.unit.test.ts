import { expect, it } from 'vitest';
import { cancelledText, goesBackText, lapsesSoon } from './returned-pass.ts';

const now = Date.parse('2026-05-12T12:00:00Z');
const goesBack = (passExpiresAt: string) => goesBackText({ passName: '5 Class Pass', passExpiresAt }, now);

it('names the pass and how long it can still be used', () => {
  expect(goesBack('2026-11-28T23:59:59.999Z')).toBe(
    'Your pass goes back to your 5 Class Pass, to use by Nov 28, 2026.',
  );
  expect(goesBack('2026-05-20T22:59:59.999Z')).toContain('to use by May 20, 2026');
  expect(goesBack('2026-05-19T22:59:59.999Z')).toContain('which expires in 7 days, on May 19, 2026.');
  expect(goesBack('2026-05-13T22:59:59.999Z')).toContain('which expires tomorrow.');
  expect(goesBack('2026-05-12T22:59:59.999Z')).toContain('which expires today.');
  expect(goesBack('2026-05-11T22:59:59.999Z')).toBe(
    'Your pass goes back to your 5 Class Pass, but that expired on May 11, 2026, so it cannot be used again.',
  );
});

it('knows what is about to lapse', () => {
  const soon = ['2026-05-11T22:59:59.999Z', '2026-05-19T22:59:59.999Z', '2026-05-20T22:59:59.999Z'];
  expect(soon.map((expiresAt) => lapsesSoon(expiresAt, now))).toEqual([true, true, false]);
});

it('says afterwards where the pass is', () => {
  const lot = { passName: 'Single Class', passExpiresAt: '2026-05-13T22:59:59.999Z' };
  expect(cancelledText({ ...lot, refunded: true, passPaidBack: false }, now)).toBe(
    'Your pass is back in your Single Class, which expires tomorrow.',
  );
  expect(cancelledText({ ...lot, refunded: true, passPaidBack: true }, now)).toContain('was paid back, so');
  expect(cancelledText({ ...lot, refunded: false, passPaidBack: false }, now)).toContain('did not come back');
});
