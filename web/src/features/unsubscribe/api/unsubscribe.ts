import type { UnsubscribeBody } from '#services/contract/consents.ts';
import { post } from '#web/lib/http.ts';

/** Removes the newsletter's recipient from the list. Throws `ApiError`: INVALID_LINK, INVALID_INPUT. */
export const unsubscribe = async (body: UnsubscribeBody): Promise<void> => {
  await post<unknown>('/api/newsletter/unsubscribe', body);
};
