import type { SWRConfiguration } from 'swr';
import { ApiError } from './api-error.ts';
import { request } from './http.ts';
import { syncStudioClock } from './studio-clock.ts';

/** The default read: a GET of the key; a 401 gives no data instead of an error (the token is gone by then). */
const read = async (path: string): Promise<unknown> => {
  try {
    const answer = await request<unknown>(path);
    syncStudioClock(answer);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
};

/** No retries, no refetch on focus, no polling: live events say when something changed. */
export const swrDefaults: SWRConfiguration = {
  fetcher: read,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  refreshInterval: 0,
  onError: (error: unknown, key: string) => console.warn(`Could not load ${key}`, String(error)),
};

/** For what the live events keep fresh: read once, then only when told. */
export const readOnce: SWRConfiguration = { revalidateIfStale: false };

const publicPaths = [
  '/api/config',
  '/api/class-passes',
  '/api/classes',
  '/api/admin/instructors',
  '/api/settings/',
];

/** Whether a cached answer belongs to the signed-in person, and must go when they do. */
export const isPersonal = (key: unknown): boolean =>
  typeof key === 'string' && !publicPaths.some((path) => key.startsWith(path));
