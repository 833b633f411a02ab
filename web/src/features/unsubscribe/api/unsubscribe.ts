import type { UnsubscribeBody } from '../../../../../services/contract/consents.ts';
import { post } from '../../../lib/http.ts';

/** Takes the address a newsletter went to off the list. Throws `ApiError`: INVALID_LINK, INVALID_INPUT. */
export const unsubscribe = async (body: UnsubscribeBody): Promise<void> => {
  await post<unknown>('/api/newsletter/unsubscribe', body);
};
