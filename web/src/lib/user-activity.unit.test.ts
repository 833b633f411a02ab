import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts the user as idle half an hour after the last input', async () => {
  const { isUserIdle } = await import('./user-activity.ts');
  vi.advanceTimersByTime(30 * 60_000);
  expect(isUserIdle()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isUserIdle()).toBe(true);
});

it('counts the opening of the page and each input as activity, for a minute', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('document', {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  const { isUserActive } = await import('./user-activity.ts');
  expect(isUserActive()).toBe(true);
  for (const listener of listeners.values()) {
    vi.advanceTimersByTime(60_000);
    expect(isUserActive()).toBe(false);
    listener();
    expect(isUserActive()).toBe(true);
  }
  expect([...listeners.keys()]).toContain('keydown');
});
