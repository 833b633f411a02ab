import { expect, it } from 'vitest';
import { describeHappening } from './waitlist-happenings.ts';

it('describes who got a spot and why, without names', () => {
  const of = { at: '2026-05-12T09:02:00Z', reason: null };
  expect(describeHappening({ ...of, what: 'offered', mine: false }, false)).toBe(
    'A spot came free and was offered to someone ahead of you.',
  );
  expect(describeHappening({ ...of, what: 'offered', mine: false }, true)).toContain('someone else in line');
  expect(describeHappening({ ...of, what: 'skipped', mine: true, reason: 'no_pass' }, false)).toBe(
    'A spot came free, and you were skipped, since you had no pass.',
  );
  expect(describeHappening({ ...of, what: 'skipped', mine: false, reason: 'pass_expires' }, false)).toContain(
    'their pass runs out',
  );
});

it('describes an offer that was taken back, and the question after a move', () => {
  const of = { at: '2026-05-12T09:02:00Z', reason: null };
  expect(describeHappening({ ...of, what: 'withdrawn', mine: true, reason: 'capacity' }, false)).toBe(
    'The spot that was kept for you was taken back, because the class has fewer places now.',
  );
  expect(describeHappening({ ...of, what: 'withdrawn', mine: false, reason: 'moved' }, false)).toBe(
    'That spot was taken back, because the studio moved the class.',
  );
  expect(describeHappening({ ...of, what: 'asked', mine: true }, false)).toContain(
    'asked whether you still want it',
  );
  expect(describeHappening({ ...of, what: 'confirmed', mine: true }, false)).toBe(
    'You kept your place for the new time.',
  );
  expect(describeHappening({ ...of, what: 'confirmed', mine: true, reason: 'moved_back' }, false)).toContain(
    'moved the class back',
  );
});
