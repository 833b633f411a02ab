import { backgroundHeader } from '#services/contract/background-header.ts';
import { type ApiError, createOfflineError, requireSuccess, toApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { readToken, removeRefusedToken } from './session-token.ts';
import { closeRefusedStaffSession, readStaffToken, setSecondFactorNeeded } from './staff-session.ts';
import { isUserActive } from './user-activity.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RequestOptions {
  readonly method?: Method;
  readonly body?: object;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** Sent instead of the stored token. */
  readonly token?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** No answer does not count as being offline: another request follows that tells. */
  readonly isSilent?: boolean;
}

const staffPaths = ['/api/admin/', '/api/instructor/', '/api/audit/', '/api/staff/'];

/** These calls carry the staff's token; the public one among them answers the same with any token, or none. */
const isForStaff = (path: string): boolean => staffPaths.some((start) => path.startsWith(start));

/**
 * Closes a session that the server refused. An idle one is still open for other calls there, so it is ended like after a log-out: nobody
 * is signed in with it any more.
 */
const closeRefused = (token: string, { code, message }: ApiError): void => {
  const isIdle = code === 'SESSION_IDLE';
  if (!closeRefusedStaffSession(token, isIdle ? message : null) || !isIdle) return;
  const headers = { authorization: `Bearer ${token}` };
  void fetch('/api/staff/session', { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
};

/** Sends one request with the member's or the staff's token; throws `ApiError` unless the answer is OK. Never retries. */
export const send = async (path: string, options: RequestOptions = {}): Promise<Response> => {
  const forStaff = isForStaff(path);
  const token = options.token ?? (forStaff ? readStaffToken() : readToken());
  const headers = new Headers({ accept: options.accept ?? 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  // What a staff page asks by itself does not keep its session in use.
  if (forStaff && !isUserActive()) headers.set(backgroundHeader, '1');
  if (options.body) headers.set('content-type', 'application/json');
  const response = await fetch(path, {
    method: options.method ?? 'GET',
    headers,
    body: options.body ? JSON.stringify(options.body) : null,
    keepalive: options.keepalive ?? false,
    signal: options.signal ?? null,
  }).catch((cause: unknown) => {
    if (!options.signal?.aborted && options.isSilent !== true) reportUnreachable();
    throw createOfflineError(cause);
  });
  reportReachable();
  if (response.ok) return response;
  if (response.status === 401 && token !== null && !forStaff) removeRefusedToken(token);
  const text = await response.text().catch(() => '');
  const error = toApiError(response.status, response.statusText, text);
  if (response.status === 401 && token !== null && forStaff) closeRefused(token, error);
  if (error.code === 'SECOND_FACTOR_NEEDED' && token !== null) setSecondFactorNeeded(token, true);
  throw error;
};

/**
 * Sends one request and returns its JSON; throws `ApiError` when that says `success: false`. `T` is asserted, not validated: the
 * server serialises its answers by the contract's schemas.
 */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
  const response = await send(path, options);
  const answer: T = await response.json().catch((cause: unknown) => {
    throw createOfflineError(cause);
  });
  requireSuccess(response.status, answer);
  return answer;
};

export const post = <T>(path: string, body: object = {}): Promise<T> =>
  request<T>(path, { method: 'POST', body });
