import { backgroundHeader } from '#services/contract/background-header.ts';
import { type ApiError, createOfflineError, requireSuccess, toApiError } from './api-error.ts';
import { reportReachable, reportStored, reportUnreachable } from './connection.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { askToSignInAgain, awaitOpenQuestion, findRenewal, type SessionSide } from './session-question.ts';
import { readToken, removeRefusedToken } from './session-token.ts';
import { closeRefusedStaffSession, readStaffToken, setSecondFactorNeeded } from './staff-session.ts';
import { isAnythingTyped } from './unsaved-changes.ts';
import { isUserActive } from './user-activity.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RequestOptions {
  readonly method?: Method;
  /** Sent as JSON, except a form, which may hold files. */
  readonly body?: object;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** Sent instead of the stored token. */
  readonly token?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** No answer does not count as being offline: another request follows that shows it. */
  readonly isSilent?: boolean;
  /** A command that no one waits for: the end of its session asks for nothing. */
  readonly isAutomatic?: boolean;
}

/** The service worker sets it on what it stored for reading offline. */
const storedAtHeader = 'x-stored-at';

const staffPaths = ['/api/admin/', '/api/instructor/', '/api/audit/', '/api/staff/'];

/** These calls carry the staff's token; the public one among them answers the same with any token, or none. */
const isForStaff = (path: string): boolean => staffPaths.some((start) => path.startsWith(start));

/** A 401 with one of these codes is about what was typed, not about the session. */
const credentialCodes: readonly string[] = ['WRONG_CREDENTIALS', 'WRONG_CODE', 'SECOND_FACTOR_REQUIRED'];

const readSessionToken = (side: SessionSide): string | null =>
  side === 'staff' ? readStaffToken() : readToken();

/** Whether requests of this path carry a token now. */
export const hasSession = (path: string): boolean =>
  readSessionToken(isForStaff(path) ? 'staff' : 'member') !== null;

/**
 * Closes a session that the server refused. An idle one is still open for other calls there, so it is ended like after a log-out.
 */
const closeRefused = (side: SessionSide, token: string, { code, message }: ApiError): void => {
  if (side === 'member') {
    removeRefusedToken(token);
    return;
  }
  const isIdle = code === 'SESSION_IDLE';
  if (!closeRefusedStaffSession(token, isIdle ? message : null) || !isIdle) return;
  const headers = { authorization: `Bearer ${token}` };
  void fetch('/api/staff/session', { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
};

/** Commands without an answer. While there are any, a read does not close the session: they may ask for a new one. */
let openCommands = 0;

/**
 * Handles the end of a session. A command asks for a new session over the open page. So does a read of the staff's,
 * whose page must not stay in view, while something is typed there. Resolves to the token to send the request again
 * with, or to null.
 */
const renewSession = async (
  side: SessionSide,
  token: string,
  asks: boolean,
  error: ApiError,
): Promise<string | null> => {
  const renewed = findRenewal(token);
  if (renewed !== undefined) return renewed;
  if (readSessionToken(side) !== token) return null;
  const isHeld = isAnythingTyped() || openCommands > (asks ? 1 : 0);
  const answer =
    asks || (side === 'staff' && isAnythingTyped())
      ? askToSignInAgain(side, token, error.code === 'SESSION_IDLE' ? error.message : null)
      : awaitOpenQuestion(side);
  const newToken = (await answer) ?? null;
  if (newToken !== null) return newToken;
  const wasAsked = answer !== undefined;
  // A member who did not sign in keeps what is typed; the staff's page must not stay in view without a session.
  if (side === 'staff' ? wasAsked || !isHeld : !wasAsked && !isHeld) closeRefused(side, token, error);
  return null;
};

/** Sends one request with this token. Returns the answer, or the error of an answer that is not OK. */
const sendWith = async (
  token: string | null,
  path: string,
  options: RequestOptions,
): Promise<Response | ApiError> => {
  const headers = new Headers({ accept: options.accept ?? 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  // What a staff page asks by itself does not keep its session in use.
  if (isForStaff(path) && !isUserActive()) headers.set(backgroundHeader, '1');
  const { body } = options;
  const sent = body && !(body instanceof FormData) ? JSON.stringify(body) : body;
  // The browser itself sets the type of a form, with the boundary of its parts.
  if (typeof sent === 'string') headers.set('content-type', 'application/json');
  const { method = 'GET', keepalive = false, signal } = options;
  const init = { method, headers, body: sent ?? null, keepalive };
  // An event stream ends by its own signal, and an upload takes as long as it takes.
  const isOpenEnded = signal !== undefined || body instanceof FormData;
  const answer = isOpenEnded ? fetch(path, { ...init, signal: signal ?? null }) : fetchInTime(path, init);
  const response = await answer.catch((cause: unknown) => {
    if (!signal?.aborted && options.isSilent !== true) reportUnreachable();
    throw createOfflineError(cause);
  });
  if (!response.headers.has(storedAtHeader)) reportReachable();
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  const error = toApiError(response.status, response.statusText, text);
  if (error.code === 'SECOND_FACTOR_NEEDED' && token !== null) setSecondFactorNeeded(token, true);
  return error;
};

const isEndOfSession = ({ status, code }: ApiError): boolean =>
  status === 401 && !credentialCodes.includes(code);

/**
 * Sends one request with the member's or the staff's token; throws `ApiError` unless the answer is OK. Retries only when the session has
 * ended and the same person signs in again: once, with the new session.
 */
export const send = async (path: string, options: RequestOptions = {}): Promise<Response> => {
  const side = isForStaff(path) ? 'staff' : 'member';
  const token = options.token ?? readSessionToken(side);
  const isCommand = (options.method ?? 'GET') !== 'GET';
  const asks = isCommand && options.token === undefined && !options.isAutomatic;
  if (asks) openCommands += 1;
  try {
    const answer = await sendWith(token, path, options);
    if (answer instanceof Response) return answer;
    if (token === null || !isEndOfSession(answer)) throw answer;
    const newToken = await renewSession(side, token, asks, answer);
    if (newToken === null) throw answer;
    const repeated = await sendWith(newToken, path, options);
    if (repeated instanceof Response) return repeated;
    if (isEndOfSession(repeated)) closeRefused(side, newToken, repeated);
    throw repeated;
  } finally {
    if (asks) openCommands -= 1;
  }
};

/**
 * Sends one request and returns its JSON; throws `ApiError` for `success: false`. `T` is asserted, not validated: the
 * server serialises its answers by the contract's schemas.
 */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
  const response = await send(path, options);
  const answer: T = await response.json().catch((cause: unknown) => {
    throw createOfflineError(cause);
  });
  requireSuccess(response.status, answer);
  const storedAt = response.headers.get(storedAtHeader);
  if (storedAt !== null) reportStored(answer, Number(storedAt));
  return answer;
};

export const post = <T>(path: string, body: object = {}): Promise<T> =>
  request<T>(path, { method: 'POST', body });
