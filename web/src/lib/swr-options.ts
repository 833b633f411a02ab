import type { SWRConfiguration } from 'swr';
import { ApiError } from './api-error.ts';
import { reportRead } from './connection.ts';
import { hasSession, request } from './http.ts';
import { syncStudioClock } from './studio-clock.ts';

/** The latest read of each key that is in flight. */
const latestReads = new Map<string, Promise<unknown>>();

/**
 * Waits for reads of the key that began later than this one. SWR drops the answer of this one for theirs, so a form that waits for
 * its refresh would else close over the old data.
 */
async function waitForLaterReads(key: string, read: Promise<unknown>): Promise<void> {
  let awaited = read;
  for (
    let latest = latestReads.get(key);
    latest !== undefined && latest !== awaited;
    latest = latestReads.get(key)
  ) {
    awaited = latest;
    await latest.catch(() => undefined);
  }
  if (latestReads.get(key) === read) latestReads.delete(key);
}

/**
 * GETs the key. A 401 gives no data instead of an error, because the token is removed by then. While a form keeps an ended session on
 * screen it is an error, so that the data under the form stays.
 */
const readAnswer = async <Answer>(path: string): Promise<Answer | undefined> => {
  try {
    const answer = await request<Answer>(path);
    reportRead(false);
    syncStudioClock(answer);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !hasSession(path)) return undefined;
    if (error instanceof ApiError && (error.status >= 500 || error.status === 429)) reportRead(true);
    throw error;
  }
};

/** Reads a key for SWR, as `readAnswer`. Resolves once no later read of the key is in flight. */
export const fetcher = async <Answer>(path: string): Promise<Answer | undefined> => {
  const read = readAnswer<Answer>(path);
  latestReads.set(path, read);
  try {
    return await read;
  } finally {
    await waitForLaterReads(path, read);
  }
};

/** No retries, no refetch on focus, no polling: live updates refresh what changed, and poll themselves while they are interrupted. */
export const swrDefaults: SWRConfiguration = {
  fetcher,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  refreshInterval: 0,
  onError: (error: unknown, key: string) => console.warn(`Could not load ${key}`, String(error)),
};

/** For data that live updates refresh: one request, and another only after a change. */
export const readOnce: SWRConfiguration = { revalidateIfStale: false };

const publicPaths = [
  '/api/config',
  '/api/rules',
  '/api/class-passes',
  '/api/classes',
  '/api/admin/instructors',
  '/api/settings/',
  '/api/membership/plans',
];

/** Whether a cached answer belongs to the signed-in member and must be dropped at sign-out. */
export const isPersonal = (key: unknown): boolean =>
  typeof key === 'string' && !publicPaths.some((path) => key.startsWith(path));
