import { beforeEach, expect, it, vi } from 'vitest';

/** A browser's local storage, and the module as a page that has just been opened loads it. */
const openPage = async (stored: Map<string, string>) => {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return import('./session-token.ts');
};

beforeEach(() => vi.unstubAllGlobals());

it('knows on later pages that a member has signed in with this browser, also after they signed out', async () => {
  const stored = new Map<string, string>();
  const first = await openPage(stored);
  expect(first.hasSignedInHere()).toBe(false);
  first.removeToken();
  expect(first.hasSignedInHere()).toBe(false);
  first.storeToken('abc');
  first.removeToken();
  expect(first.hasSignedInHere()).toBe(true);
  expect(stored.has('authToken')).toBe(false);
  expect((await openPage(stored)).hasSignedInHere()).toBe(true);
});

it('takes a session that began before there was a mark as a sign-in', async () => {
  const stored = new Map([['authToken', 'abc']]);
  const page = await openPage(stored);
  expect(page.hasSignedInHere()).toBe(true);
  page.removeToken();
  expect((await openPage(stored)).hasSignedInHere()).toBe(true);
});

it('remembers it for the page where the browser refuses storage', async () => {
  vi.resetModules();
  vi.stubGlobal('localStorage', undefined);
  const page = await import('./session-token.ts');
  expect(page.hasSignedInHere()).toBe(false);
  page.storeToken('abc');
  page.removeToken();
  expect(page.hasSignedInHere()).toBe(true);
});

it('recognises a session by the id in its tokens', async () => {
  const page = await openPage(new Map());
  const toToken = (sid: string, exp: number) => `h.${btoa(JSON.stringify({ sid, exp }))}.s${exp}`;
  const [first, renewed, other] = [toToken('a', 1), toToken('a', 2), toToken('b', 1)];
  expect(page.isSameSession(first, renewed)).toBe(true);
  expect(page.isSameSession(first, other)).toBe(false);
  expect(page.isSameSession(first, null)).toBe(false);
  expect(page.isSameSession('no-token', 'another')).toBe(false);
});
