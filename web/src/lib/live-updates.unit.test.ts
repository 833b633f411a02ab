import { expect, it } from 'vitest';
import { everyTopic, isAffected } from './live-keys.ts';
import { reconnectWait } from './live-updates.ts';
import { isPersonal } from './swr-options.ts';

it('touches only the days that changed', () => {
  const change = { topics: ['classes' as const], dates: ['2026-05-12'] };
  expect(isAffected([change], '/api/classes?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/classes?date=2026-05-13')).toBe(false);
  expect(isAffected([{ topics: ['classes'] }], '/api/classes?date=2026-05-13')).toBe(true);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-13')).toBe(false);
  expect(isAffected([change], '/api/admin/class-bookings/7')).toBe(true);
});

it('touches the lines of the days that changed, one class whose day is not known, and what is the member’s own', () => {
  const change = { topics: ['classes' as const], dates: ['2026-05-12'] };
  expect(isAffected([change], '/api/waitlist?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/waitlist?date=2026-05-13')).toBe(false);
  expect(isAffected([change], '/api/waitlist/7')).toBe(true);
  expect(isAffected([change], '/api/classes/7')).toBe(true);
  expect(isAffected([{ topics: ['bookings'] }], '/api/waitlist?date=2026-05-13')).toBe(true);
  expect(isAffected([{ topics: ['wallet'] }], '/api/waitlist/7')).toBe(false);
});

it('touches what shows the balance when the wallet changes', () => {
  const touched = (key: string) => isAffected([{ topics: ['wallet'] }], key);
  const shown = ['/api/auth/user', '/api/auth/credits', '/api/user/passes', '/api/user/passes/l-1/history'];
  expect(shown.every(touched)).toBe(true);
  expect(touched('/api/user/special-offer-eligibility')).toBe(true);
  expect(touched('/api/membership')).toBe(true);
  expect(touched('/api/my-bookings')).toBe(false);
});

it('touches everything shown after a gap, but never the configuration', () => {
  const keys = ['/api/auth/user', '/api/my-bookings', '/api/class-passes', '/api/classes?date=2026-05-13'];
  expect(keys.every((key) => isAffected([everyTopic], key))).toBe(true);
  expect(isAffected([everyTopic], '/api/config')).toBe(false);
  expect(isAffected([everyTopic], undefined)).toBe(false);
});

it('waits longer each time, never more than 30 s, never all at once', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((attempt) => reconnectWait(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(reconnectWait(6, 0)).toBe(15_000);
});

it('knows what belongs to a person', () => {
  expect(isPersonal('/api/my-bookings')).toBe(true);
  expect(isPersonal('/api/auth/user')).toBe(true);
  expect(isPersonal('/api/classes?date=2026-05-13')).toBe(false);
  expect(isPersonal('/api/class-passes')).toBe(false);
});
