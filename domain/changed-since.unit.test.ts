import { expect, it } from 'vitest';
import { assertUnchanged } from './changed-since.ts';
import { Refusal } from './refusal.ts';

function catchRefusal(run: () => void): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('Nothing was refused');
}

const current = { date: '2026-05-16', time: '09:30', note: null };

it('refuses facts that changed, and names each as it was and as it is', () => {
  const refusal = catchRefusal(() =>
    assertUnchanged('class', { date: '2026-05-16', time: '18:00', note: 'x' }, current),
  );
  expect(refusal.code).toBe('CHANGED_SINCE');
  expect(refusal.facts.changed).toEqual({
    time: { was: '18:00', is: '09:30' },
    note: { was: 'x', is: null },
  });
});

it('accepts equal facts, facts that the caller does not name, and a caller that names none', () => {
  for (const expected of [current, { time: '09:30', date: undefined }, {}, undefined])
    expect(() => assertUnchanged('class', expected, current)).not.toThrow();
});
