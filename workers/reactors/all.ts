import { complaintReactor } from './complaints.ts';
import { emailReactor } from './emails.ts';
import { erasureReactor } from './erasure.ts';
import { importReactor } from './imports.ts';
import { joinMailingListReactor, leaveMailingListReactor } from './mailing-list.ts';
import { membershipNoticeReactor } from './membership-notices.ts';
import { offerReactor } from './offers.ts';
import type { Reactor } from './reactor.ts';
import { settlementReactor } from './settlement.ts';
import { staffInviteReactor } from './staff-invites.ts';
import { staffSecurityReactor } from './staff-security.ts';
import { overlapReactor, waitlistReactor } from './waitlist.ts';
import { waitlistNoticeReactor } from './waitlist-notices.ts';

export const reactors: readonly Reactor[] = [
  settlementReactor,
  waitlistReactor,
  overlapReactor,
  waitlistNoticeReactor,
  emailReactor,
  membershipNoticeReactor,
  joinMailingListReactor,
  leaveMailingListReactor,
  erasureReactor,
  staffInviteReactor,
  offerReactor,
  staffSecurityReactor,
  complaintReactor,
  importReactor,
];
