import type {
  CurrentWaitRow,
  WaitlistHistoryRow,
  WaitlistStatusRow,
} from '#projections/read-models/waitlist/queries.ts';
import { explainRules, type RuleTopic } from '#services/audit/history/explain-rule.ts';
import { findRulesAt, type Rulebook } from '#services/audit/history/rule-tracker.ts';
import type { MyWaitlist, WaitlistEvent, WaitlistStatus } from '#services/contract/waitlist.ts';
import { describeMyClass } from './describe-class.ts';

/** The waitlist of a class for one member, with an offer only while it can be claimed. */
export function describeWaitlistStatus(row: WaitlistStatusRow, now: Date): WaitlistStatus {
  const { waitlistCount, position, offeredUntil, askedJoinedFor } = row;
  const isOffered = offeredUntil !== null && offeredUntil >= now;
  return {
    isOnWaitlist: position !== null,
    waitlistCount,
    position,
    offer: isOffered ? { until: offeredUntil.toISOString() } : null,
    question: askedJoinedFor === null ? null : { joinedFor: askedJoinedFor.toISOString() },
  };
}

/** A class in My Classes whose waitlist the member is on. */
export function describeWaitlistedClass(row: CurrentWaitRow, now: Date): MyWaitlist {
  return {
    ...describeWaitlistStatus(row, now),
    position: row.position,
    joinedAt: row.joinedAt.toISOString(),
    overlaps: row.overlaps,
    class: describeMyClass(row),
  };
}

/** The rule of each happening that one decides. */
const topics: Partial<Record<WaitlistHistoryRow['what'], RuleTopic>> = {
  offered: 'offer',
  lapsed: 'offer',
  skipped: 'automatic booking',
  announced: 'announcement',
};

/** The history of a waitlist for one member, the latest first. A lapse follows the rule of its offer. */
export function describeWaitlistEvents(
  rows: readonly WaitlistHistoryRow[],
  rulebook: Rulebook,
): WaitlistEvent[] {
  return rows.map(({ at, what, isMine, reason, rulesVersion }, index) => {
    const topic = topics[what];
    const offer = rows.slice(index).find((row) => row.what === 'offered' && row.isMine === isMine);
    const version = what === 'lapsed' ? offer?.rulesVersion : rulesVersion;
    const rules = rulebook.find((each) => each.rules.version === version)?.rules ?? findRulesAt(rulebook, at);
    return {
      at: at.toISOString(),
      what,
      mine: isMine,
      reason,
      rule: topic === undefined ? null : explainRules([topic], rules),
    };
  });
}
