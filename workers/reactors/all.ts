import { emailReactor } from './emails.ts';
import { joinMailingListReactor, leaveMailingListReactor } from './mailing-list.ts';
import { membershipNoticeReactor } from './membership-notices.ts';
import type { Reactor } from './reactor.ts';
import { settlementReactor } from './settlement.ts';

export const reactors: readonly Reactor[] = [
  settlementReactor,
  emailReactor,
  membershipNoticeReactor,
  joinMailingListReactor,
  leaveMailingListReactor,
];
