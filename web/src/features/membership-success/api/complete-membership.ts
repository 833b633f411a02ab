import type {
  CompleteMembershipAnswer,
  CompleteMembershipBody,
} from '../../../../../services/contract/membership.ts';
import { post } from '../../../lib/http.ts';

/** Has the membership begun that was paid for on that page. Throws `ApiError`: PAYMENT_NOT_FOUND, INVALID_INPUT. */
export const completeMembership = (body: CompleteMembershipBody): Promise<CompleteMembershipAnswer> =>
  post<CompleteMembershipAnswer>('/api/membership/complete', body);
