import type { Actor } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { PassPlace } from '../verifier/lot-entry.ts';

/** Where the passes of one lot are. `granted` is the sum of the others. */
export type PassCounts = { readonly granted: number } & Readonly<Record<PassPlace, number>>;

/** One event as the auditor's desk tells it. */
export interface AuditEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: StudioRecord['type'];
  readonly at: string;
  readonly actor: Actor;
  /** What happened. */
  readonly summary: string;
  /** What made it happen. */
  readonly why: string;
  /** The event that did, where it is among those told. */
  readonly causedBy: { readonly position: bigint; readonly type: StudioRecord['type'] } | null;
  readonly memberId: string | null;
  readonly lotId: string | null;
  readonly bookingId: number | null;
  readonly classId: number | null;
  readonly paymentIntentId: string | null;
  /** What it moved within the lot; null where it moves none. From or to null is outside of the wallet. */
  readonly moved: {
    readonly passes: number;
    readonly from: PassPlace | null;
    readonly to: PassPlace | null;
  } | null;
  /** The lot after it; null where it is about no lot, or not about passes. */
  readonly balance: PassCounts | null;
}

/** Ids that events of all kinds carry. */
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
