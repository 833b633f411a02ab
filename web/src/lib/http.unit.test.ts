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

it('sends the token and a JSON body, and returns the JSON of the answer', async () => {
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

it('removes the token on a 401 and notifies its subscribers once', async () => {
  storeToken('old');
  const listener = vi.fn();
  const stop = onTokenChange(listener);
  network.mockImplementation(answer(401, { success: false, error: 'Sign in', code: 'UNAUTHENTICATED' }));
  await expect(request('/api/my-bookings')).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  stop();
  expect(readToken()).toBeNull();
  expect(listener).toHaveBeenCalledTimes(1);
});

it('keeps a token that was stored while the refused request was in flight', async () => {
  storeToken('old');
  network.mockImplementation(async () => {
    storeToken('new');
    return new Response('{}', { status: 401 });
  });
  await expect(request('/api/my-bookings')).rejects.toBeInstanceOf(ApiError);
  expect(readToken()).toBe('new');
});

it('sends a command only once when the network fails', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(post('/api/bookings', { classId: 3 })).rejects.toMatchObject({ code: 'OFFLINE', status: 0 });
  expect(network).toHaveBeenCalledTimes(1);
});
