import { describe, expect, it } from 'vitest';
import { planHistory } from './plan-history.ts';

const now = new Date('2026-05-13T10:00:00Z');

describe('planHistory', () => {
  const steps = planHistory(now);

  it('returns the same plan each time', () => {
    expect(planHistory(now)).toEqual(steps);
  });

  it('orders its steps by time, none of them in the future', () => {
    const times = steps.map((step) => step.at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
  });

  it('has forty members with eight weeks of bookings, some of them cancelled', () => {
    const count = (kind: string) => steps.filter((step) => step.kind === kind).length;
    expect(count('sign-up')).toBe(40);
    expect(count('schedule')).toBe(24 * 13);
    expect(count('book')).toBeGreaterThan(300);
    expect(count('cancel')).toBeGreaterThan(10);
    expect(count('attend')).toBeGreaterThan(200);
  });

  it('books no member before their sign-up', () => {
    const joined = new Map<number, number>();
    for (const step of steps) {
      if (step.kind === 'sign-up') joined.set(step.member, step.at.getTime());
      if (step.kind === 'book') expect(joined.get(step.member)).toBeLessThan(step.at.getTime());
    }
  });
});
