import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { backgroundHeader } from '#services/contract/background-header.ts';
import { ApiError } from './api-error.ts';
import { post, request } from './http.ts';
import { onTokenChange, readToken, removeToken, storeToken } from './session-token.ts';
import { openStaffSession, readStaffToken } from './staff-session.ts';

const network = vi.fn<typeof fetch>();

const answer = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });

/** Rejects once the request is aborted. */
const answerNever: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

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

it.each([
  { path: '/api/classes', method: 'GET', seconds: 30 },
  { path: '/api/bookings', method: 'POST', seconds: 30 },
  { path: '/api/audit/verify', method: 'GET', seconds: 75 },
] as const)(
  'gives up $method $path after $seconds s without an answer',
  async ({ path, method, seconds }) => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    network.mockImplementation(answerNever);
    const failure = request(path, { method }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(network.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: 'OFFLINE', status: 0 });
    expect(network).toHaveBeenCalledTimes(1);
  },
);

it('lets an upload take its time', async () => {
  network.mockImplementation(answer(200, { success: true }));
  await post('/api/admin/import', new FormData());
  expect(network.mock.calls[0]?.[1]?.signal).toBeNull();
});

const openSession = () => openStaffSession({ token: 'staff', role: 'auditor', name: null, staffId: null });

it('closes an idle staff session with the sentence of the answer, and ends it on the server', async () => {
  openSession();
  const error = 'You were away for half an hour.';
  network.mockImplementation(answer(401, { success: false, error, code: 'SESSION_IDLE' }));
  const reads = ['/api/audit/key', '/api/audit/verify'].map((path) => request(path));
  for (const result of await Promise.allSettled(reads))
    expect(result).toMatchObject({ reason: { code: 'SESSION_IDLE' } });
  expect(readStaffToken()).toBeNull();
  const ended = network.mock.calls.filter(([path]) => path === '/api/staff/session');
  expect(ended).toEqual([
    ['/api/staff/session', expect.objectContaining({ method: 'DELETE', keepalive: true })],
  ]);
});

it('leaves a refused staff session that has ended, and one that was opened since, as they are', async () => {
  openSession();
  network.mockImplementation(async () => {
    openStaffSession({ token: 'newer', role: 'auditor', name: null, staffId: null });
    return new Response(JSON.stringify({ success: false, error: 'x', code: 'SESSION_IDLE' }), {
      status: 401,
    });
  });
  await expect(request('/api/audit/key')).rejects.toBeInstanceOf(ApiError);
  expect(readStaffToken()).toBe('newer');
  network.mockImplementation(answer(401, { success: false, error: 'x', code: 'UNAUTHENTICATED' }));
  await expect(request('/api/audit/key')).rejects.toBeInstanceOf(ApiError);
  expect(readStaffToken()).toBeNull();
  expect(network).toHaveBeenCalledTimes(2);
});

it('marks the requests of a staff page while its user is idle', async () => {
  vi.useFakeTimers();
  try {
    openSession();
    network.mockImplementation(answer(200, {}));
    const isMarked = () => new Headers(network.mock.lastCall?.[1]?.headers).has(backgroundHeader);
    vi.setSystemTime(Date.now() + 3_600_000);
    await request('/api/audit/key');
    expect(isMarked()).toBe(true);
    await request('/api/classes');
    expect(isMarked()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it('throws for an answer with status 200 and success: false, with its sentence', async () => {
  network.mockImplementation(answer(200, { success: false, error: 'This class has begun.' }));
  await expect(post('/api/cancel-booking', { bookingId: 3 })).rejects.toMatchObject({
    status: 200,
    code: 'UNSUCCESSFUL',
    message: 'This class has begun.',
  });
  network.mockImplementation(answer(200, { success: false }));
  await expect(request('/api/my-bookings')).rejects.toMatchObject({ code: 'UNSUCCESSFUL', message: '' });
});
