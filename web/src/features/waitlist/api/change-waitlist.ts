import type {
  ConfirmWaitlistBody,
  JoinWaitlistAnswer,
  JoinWaitlistBody,
  WaitlistBody,
} from '#services/contract/waitlist.ts';
import { post, request } from '#web/lib/http.ts';

/** Joins the waitlist of a full class at its end. Throws `ApiError`: CLASS_NOT_FULL, CLASS_PAST, ALREADY_BOOKED, CLASS_CANCELLED, CHANGED_SINCE. */
export const joinWaitlist = (body: JoinWaitlistBody): Promise<JoinWaitlistAnswer> =>
  post<JoinWaitlistAnswer>('/api/waitlist', body);

/** Confirms that the member still wants a class that has moved, at this start. Throws `ApiError`: CHANGED_SINCE when it moved again. */
export const confirmWaitlistPlace = (body: ConfirmWaitlistBody): Promise<unknown> =>
  post('/api/waitlist/confirm', body);

/** Leaves the waitlist, and declines the spot that is offered to the member. Throws `ApiError`. */
export const leaveWaitlist = (body: WaitlistBody): Promise<unknown> =>
  request('/api/waitlist', { method: 'DELETE', body });
