import type { JoinWaitlistAnswer, WaitlistBody } from '../../../../../services/contract/waitlist.ts';
import { post, request } from '../../../lib/http.ts';

/** To the end of a full class's line. Throws `ApiError`: CLASS_NOT_FULL, CLASS_PAST, ALREADY_BOOKED, CLASS_CANCELLED. */
export const joinWaitlist = (body: WaitlistBody): Promise<JoinWaitlistAnswer> =>
  post<JoinWaitlistAnswer>('/api/waitlist', body);

/** Out of the line, and out of a spot that is kept for the member. Throws `ApiError`. */
export const leaveWaitlist = (body: WaitlistBody): Promise<unknown> =>
  request('/api/waitlist', { method: 'DELETE', body });
