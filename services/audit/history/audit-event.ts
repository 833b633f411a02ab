import type { Actor } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { PassPlace } from '../verifier/lot-entry.ts';
import type { RuleInForce } from './rule-tracker.ts';

/** How many passes of one lot are in which place; `granted` is their sum. */
export type PassCounts = { readonly granted: number } & Readonly<Record<PassPlace, number>>;

/** One event as the auditor's desk shows it. */
export interface AuditEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: StudioRecord['type'];
  readonly at: string;
  readonly actor: Actor;
  readonly summary: string;
  /** The cause, in words. */
  readonly why: string;
  /** The event that caused it, if it is among the described ones. */
  readonly causedBy: { readonly position: bigint; readonly type: StudioRecord['type'] } | null;
  /** The rule that decided it; null when none did, or the rulebook is not at hand. */
  readonly rule: RuleInForce | null;
  readonly memberId: string | null;
  readonly lotId: string | null;
  readonly bookingId: number | null;
  readonly classId: number | null;
  readonly paymentIntentId: string | null;
  /** The passes that it moved within the lot; null if none. `from` or `to` is null for outside the wallet. */
  readonly moved: {
    readonly passes: number;
    readonly from: PassPlace | null;
    readonly to: PassPlace | null;
  } | null;
  /** The lot's balance after it; null for an event about no lot or no passes. */
  readonly balance: PassCounts | null;
}

/** The ids that an event carries. */
export interface Ids {
  readonly memberId: string | null;
  readonly lotId: string | null;
  readonly bookingId: number | null;
  readonly classId: number | null;
  readonly paymentIntentId: string | null;
}

export function getIds({ data }: StudioRecord): Ids {
  return {
    memberId: 'memberId' in data ? data.memberId : null,
    lotId: 'lotId' in data ? data.lotId : null,
    bookingId: 'bookingId' in data ? data.bookingId : null,
    classId: 'classId' in data ? (data.classId ?? null) : null,
    paymentIntentId: 'paymentIntentId' in data ? data.paymentIntentId : null,
  };
}
