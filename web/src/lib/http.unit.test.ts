import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { post, request } from './http.ts';
import { onTokenChange, readToken, removeToken, storeToken } from './session-token.ts';

const network = vi.fn<typeof fetch>();

const answer = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.stubGlobal('fetch', network);
  removeToken();
});

afterEach(() => {
  vi.unstubAllGlobals();
  network.mockReset();
});

it('sends the token and JSON, and answers JSON', async () => {
  storeToken('abc');
  network.mockImplementation(answer(200, { success: true }));
  await expect(post('/api/bookings', { classId: 3 })).resolves.toEqual({ success: true });
  const [path, init] = network.mock.calls[0] ?? [];
  const headers = new Headers(init?.headers);
  expect(path).toBe('/api/bookings');
  expect(init?.method).toBe('POST');
  expect(init?.body).toBe('{"classId":3}');
  expect(headers.get('authorization')).toBe('Bearer abc');
  expect(headers.get('content-type')).toBe('application/json');
});

it('sends no authorization without a token, and no body type without a body', async () => {
  network.mockImplementation(answer(200, {}));
  await request('/api/classes');
  const headers = new Headers(network.mock.calls[0]?.[1]?.headers);
  expect(headers.has('authorization')).toBe(false);
  expect(headers.has('content-type')).toBe(false);
});

it('drops the token on any 401 and says so once', async () => {
  storeToken('old');
  const heard = vi.fn();
  const stop = onTokenChange(heard);
  network.mockImplementation(answer(401, { success: false, error: 'Sign in', code: 'UNAUTHENTICATED' }));
  await expect(request('/api/my-bookings')).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  stop();
  expect(readToken()).toBeNull();
  expect(heard).toHaveBeenCalledTimes(1);
});

it('keeps the token of someone who signed in while the refused request was under way', async () => {
  storeToken('old');
  network.mockImplementation(async () => {
    storeToken('new');
    return new Response('{}', { status: 401 });
  });
  await expect(request('/api/my-bookings')).rejects.toBeInstanceOf(ApiError);
  expect(readToken()).toBe('new');
});

it('sends a command once, also when the network fails', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(post('/api/bookings', { classId: 3 })).rejects.toMatchObject({ code: 'OFFLINE', status: 0 });
  expect(network).toHaveBeenCalledTimes(1);
});
