import type { AddressFault } from '#services/contract/address-fault.ts';

/** Why a member may not get the studio's emails. */
export const addressFaultTexts: Record<AddressFault, string> = {
  hard_bounce: 'mail comes back',
  invalid_email: 'mail comes back',
  blocked: 'mail is blocked',
  spam: 'reported as spam',
};
