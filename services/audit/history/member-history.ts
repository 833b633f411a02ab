import { classDecider } from '#domain/class/decider.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { computeUnusedValue } from '#domain/wallet/pass-value.ts';
import type { Lot } from '#domain/wallet/state.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { AuditException } from '../verifier/audit-exception.ts';
import { replayWallet } from '../verifier/replay-wallet.ts';
import type { AuditEvent, PassCounts } from './audit-event.ts';
import { describeEvents, getCounts } from './describe-events.ts';
import { readStreamAsOf, readStreamsAsOf, type StreamReader, sortByPosition } from './read-stream-as-of.ts';

/** One lot as it stood. */
export interface LotStatus extends PassCounts {
  readonly lotId: string;
  readonly source: 'purchase' | 'membership' | 'staff';
  readonly passName: string;
  readonly paymentIntentId: string | null;
  readonly expiresAt: string;
  /** What all its passes are worth. */
  readonly valuePence: number;
  /** What those are worth that are available or held. */
  readonly unusedPence: number;
}

export interface MemberHistory {
  readonly asOf: string;
  readonly lots: readonly LotStatus[];
  readonly totals: PassCounts & { readonly valuePence: number; readonly unusedPence: number };
  readonly events: readonly AuditEvent[];
  /** Whether every move is one that could be made, and after each every pass granted is in exactly one place. */
  readonly balanced: boolean;
  /** What speaks against it. */
  readonly exceptions: readonly AuditException[];
}

/** Whose passes. What the wallet can't name: the member's membership, and payments that became no passes. */
export interface HistorySubject {
  readonly memberId: string;
  readonly membershipId: number | null;
  readonly paymentIntentIds: readonly string[];
}

function toLotStatus(lot: Lot): LotStatus {
  const { lotId, kind, passName, paymentIntentId, expiresAt } = lot;
  return {
    lotId,
    source: kind === 'adjustment' ? 'staff' : kind,
    passName,
    paymentIntentId,
    ...getCounts(lot),
    expiresAt,
    valuePence: computeUnusedValue(lot, lot.granted),
    unusedPence: computeUnusedValue(lot, lot.available + lot.held),
  };
}

function totalsOf(lots: readonly LotStatus[]): MemberHistory['totals'] {
  const sum = (pick: (lot: LotStatus) => number) => lots.reduce((total, lot) => total + pick(lot), 0);
  return {
    granted: sum(({ granted }) => granted),
    available: sum(({ available }) => available),
    held: sum(({ held }) => held),
    used: sum(({ used }) => used),
    forfeited: sum(({ forfeited }) => forfeited),
    expired: sum(({ expired }) => expired),
    revoked: sum(({ revoked }) => revoked),
    valuePence: sum(({ valuePence }) => valuePence),
    unusedPence: sum(({ unusedPence }) => unusedPence),
  };
}

/** The streams that a member's wallet was moved by. */
function streamsAround(
  wallet: readonly StudioRecord[],
  { membershipId, paymentIntentIds }: HistorySubject,
): string[] {
  const classIds = new Set<number>();
  const payments = new Set(paymentIntentIds);
  for (const { type, data } of wallet) {
    if ('classId' in data && data.classId !== undefined) classIds.add(data.classId);
    if (type === 'PassMoved') classIds.add(data.toClassId);
    // A month of a membership is paid by invoice, and has no payment stream.
    if (type === 'LotGranted' && data.kind === 'purchase' && data.paymentIntentId !== null) {
      payments.add(data.paymentIntentId);
    }
  }
  return [
    ...[...classIds].map((classId) => classDecider.stream(String(classId))),
    ...[...payments].map((paymentIntentId) => paymentDecider.stream(paymentIntentId)),
    ...(membershipId === null ? [] : [membershipDecider.stream(String(membershipId))]),
  ];
}

/**
 * The events of a member's passes as they stood at an instant, in the order of the log: the whole wallet, and of the classes,
 * payments and the membership that moved it what concerns the member.
 * @throws EventStoreUnavailable
 */
export async function readMemberEvents(
  eventStore: StreamReader,
  of: HistorySubject,
  asOf: Date,
): Promise<StudioRecord[]> {
  const wallet = await readStreamAsOf(eventStore, walletDecider.stream(of.memberId), asOf);
  const around = await readStreamsAsOf(eventStore, streamsAround(wallet, of), asOf);
  const theirs = around.filter(({ data }) => 'memberId' in data && data.memberId === of.memberId);
  return sortByPosition([...wallet, ...theirs]);
}

/** What the events of a member come to. */
export function buildMemberHistory(
  memberId: string,
  records: readonly StudioRecord[],
  asOf: Date,
): MemberHistory {
  const { events, wallets } = describeEvents(records);
  const exceptions = replayWallet(records);
  const lots = [...(wallets.get(memberId)?.lots.values() ?? [])].map(toLotStatus);
  return {
    asOf: asOf.toISOString(),
    lots,
    totals: totalsOf(lots),
    events,
    balanced: exceptions.length === 0,
    exceptions,
  };
}

/** A member's passes as they stood at an instant, and how they came to stand so. @throws EventStoreUnavailable */
export async function readMemberHistory(
  eventStore: StreamReader,
  of: HistorySubject,
  asOf: Date,
): Promise<MemberHistory> {
  return buildMemberHistory(of.memberId, await readMemberEvents(eventStore, of, asOf), asOf);
}
