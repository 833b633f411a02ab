import { expect, it } from 'vitest';
import { changeOfEveryTopic, isAffected } from './live-keys.ts';
import { computeReconnectDelayMs } from './live-stream.ts';
import { isPersonal } from './swr-options.ts';

it('affects only the classes of the days that changed', () => {
  const change = { topics: ['classes' as const], dates: ['2026-05-12'] };
  expect(isAffected([change], '/api/classes?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/classes?date=2026-05-13')).toBe(false);
  expect(isAffected([{ topics: ['classes'] }], '/api/classes?date=2026-05-13')).toBe(true);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-13')).toBe(false);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-11&to=2026-05-17')).toBe(true);
  expect(isAffected([change], '/api/admin/classes?date=2026-05-13&to=2026-05-19')).toBe(false);
  expect(isAffected([change], '/api/admin/class-bookings/7')).toBe(true);
});

it('affects the waitlists of the days that changed, and of a class whose day the key does not name', () => {
  const change = { topics: ['classes' as const], dates: ['2026-05-12'] };
  expect(isAffected([change], '/api/waitlist?date=2026-05-12')).toBe(true);
  expect(isAffected([change], '/api/waitlist?date=2026-05-13')).toBe(false);
  expect(isAffected([change], '/api/waitlist/7')).toBe(true);
  expect(isAffected([change], '/api/classes/7')).toBe(true);
  expect(isAffected([{ topics: ['bookings'] }], '/api/waitlist?date=2026-05-13')).toBe(true);
  expect(isAffected([{ topics: ['wallet'] }], '/api/waitlist/7')).toBe(false);
});

it('affects every key that shows the balance when the wallet changes', () => {
  const affected = (key: string) => isAffected([{ topics: ['wallet'] }], key);
  const shown = ['/api/auth/user', '/api/auth/credits', '/api/user/passes', '/api/user/passes/l-1/history'];
  expect(shown.every(affected)).toBe(true);
  expect(affected('/api/user/special-offer-eligibility')).toBe(true);
  expect(affected('/api/membership')).toBe(true);
  expect(affected('/api/my-bookings')).toBe(false);
});

it('affects the staff’s page of a member who changed, and of everyone where none is named', () => {
  const change = { topics: ['people' as const], memberIds: ['ann', 'bob'] };
  expect(isAffected([change], '/api/admin/members/ann')).toBe(true);
  expect(isAffected([change], '/api/admin/members/cat')).toBe(false);
  expect(isAffected([change], '/api/admin/members')).toBe(false);
  expect(isAffected([{ topics: ['wallet'] }], '/api/admin/members/ann')).toBe(false);
  expect(isAffected([changeOfEveryTopic], '/api/admin/members/cat')).toBe(true);
});

it('affects every key after a gap, except the configuration', () => {
  const keys = ['/api/auth/user', '/api/my-bookings', '/api/class-passes', '/api/classes?date=2026-05-13'];
  expect(keys.every((key) => isAffected([changeOfEveryTopic], key))).toBe(true);
  expect(isAffected([changeOfEveryTopic], '/api/config')).toBe(false);
  expect(isAffected([changeOfEveryTopic], undefined)).toBe(false);
});

it('doubles the reconnect delay up to 30 s, and halves it for the smallest random number', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((attempt) => computeReconnectDelayMs(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(computeReconnectDelayMs(6, 0)).toBe(15_000);
});

it('distinguishes personal keys from public ones', () => {
  expect(isPersonal('/api/my-bookings')).toBe(true);
  expect(isPersonal('/api/auth/user')).toBe(true);
  expect(isPersonal('/api/classes?date=2026-05-13')).toBe(false);
  expect(isPersonal('/api/class-passes')).toBe(false);
});
