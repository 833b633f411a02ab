import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post, request } from './http.ts';
import { allowSessionQuestions, readSessionQuestion } from './session-question.ts';
import { readToken, removeToken, storeToken } from './session-token.ts';
import { closeStaffSession, openStaffSession, readStaffToken } from './staff-session.ts';

const network = vi.fn<typeof fetch>();
let forbidQuestions = () => {};

const refusal = { success: false, error: 'Please sign in', code: 'UNAUTHENTICATED', requestId: 'r' };
const tokenOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('authorization');

/** A server that accepts one token. */
const accept = (token: string) =>
  network.mockImplementation(async (_, init) =>
    tokenOf(init) === `Bearer ${token}`
      ? new Response(JSON.stringify({ success: true }))
      : new Response(JSON.stringify(refusal), { status: 401 }),
  );
const sentTokens = () => network.mock.calls.map(([, init]) => tokenOf(init));

beforeEach(() => {
  vi.stubGlobal('fetch', network);
  const members = allowSessionQuestions('member');
  const staff = allowSessionQuestions('staff');
  forbidQuestions = () => {
    members();
    staff();
  };
});

afterEach(() => {
  forbidQuestions();
  removeToken();
  closeStaffSession();
  vi.unstubAllGlobals();
  network.mockReset();
});

const waitForQuestion = (side: 'member' | 'staff') =>
  vi.waitFor(() => {
    const question = readSessionQuestion(side);
    if (question === null) throw new Error('No question is open');
    return question;
  });

it('sends a command once more with the new session of the same person', async () => {
  storeToken('old-1');
  accept('new-1');
  const answer = post('/api/user/email', { newEmail: 'a@example.com' });
  const question = await waitForQuestion('member');
  expect(readToken()).toBe('old-1');
  question.settle('new-1');
  storeToken('new-1');
  await expect(answer).resolves.toEqual({ success: true });
  expect(sentTokens()).toEqual(['Bearer old-1', 'Bearer new-1']);
  expect(network.mock.calls[1]?.[1]?.body).toBe(network.mock.calls[0]?.[1]?.body);
});

it('sends nothing for another person, and fails with the refusal', async () => {
  storeToken('old-2');
  accept('other-2');
  const answer = post('/api/user/email');
  const question = await waitForQuestion('member');
  question.settle(null);
  storeToken('other-2');
  await expect(answer).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(sentTokens()).toEqual(['Bearer old-2']);
  expect(readToken()).toBe('other-2');
});

it('asks once for several commands, and lets reads wait for the same answer', async () => {
  storeToken('old-3');
  accept('new-3');
  const commands = [post('/api/one'), post('/api/two')];
  const question = await waitForQuestion('member');
  const read = request('/api/user/profile');
  await vi.waitFor(() => expect(network).toHaveBeenCalledTimes(3));
  question.settle('new-3');
  storeToken('new-3');
  await Promise.all([...commands, read]);
  expect(readSessionQuestion('member')).toBeNull();
  // One that was answered late goes on with the same session.
  await expect(request('/api/late', { token: 'old-3' })).resolves.toEqual({ success: true });
});

it('closes the session for good when the repeated request is refused too', async () => {
  storeToken('old-4');
  accept('none');
  const answer = post('/api/one');
  (await waitForQuestion('member')).settle('new-4');
  storeToken('new-4');
  await expect(answer).rejects.toMatchObject({ status: 401 });
  expect(sentTokens()).toEqual(['Bearer old-4', 'Bearer new-4']);
  expect(readToken()).toBeNull();
});

it('does not take a wrong password for the end of a session', async () => {
  storeToken('token-5');
  const wrong = { ...refusal, code: 'WRONG_CREDENTIALS' };
  network.mockImplementation(async () => new Response(JSON.stringify(wrong), { status: 401 }));
  await expect(post('/api/auth/signin')).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(readToken()).toBe('token-5');
  expect(readSessionQuestion('member')).toBeNull();
});

it('closes the session of staff who do not sign in again, and asks nothing for what is sent by itself', async () => {
  const session = { role: 'admin', name: null, staffId: null } as const;
  openStaffSession({ ...session, token: 'old-6' });
  accept('none');
  const answer = post('/api/admin/classes');
  (await waitForQuestion('staff')).settle(null);
  await expect(answer).rejects.toMatchObject({ status: 401 });
  expect(readStaffToken()).toBeNull();

  openStaffSession({ ...session, token: 'old-7' });
  await expect(
    request('/api/instructor/attendance/1', { method: 'PUT', body: {}, isAutomatic: true }),
  ).rejects.toMatchObject({ status: 401 });
  expect(readSessionQuestion('staff')).toBeNull();
  expect(readStaffToken()).toBeNull();
});
