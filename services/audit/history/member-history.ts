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
import { type Rulebook, readRulebook } from './rule-tracker.ts';

/** One lot as of an instant. */
export interface LotStatus extends PassCounts {
  readonly lotId: string;
  readonly source: 'purchase' | 'membership' | 'staff' | 'import';
  readonly passName: string;
  readonly paymentIntentId: string | null;
  readonly expiresAt: string;
  /** The value of all its passes. */
  readonly valuePence: number;
  /** The value of its available and held passes. */
  readonly unusedPence: number;
}

export interface MemberHistory {
  readonly asOf: string;
  readonly lots: readonly LotStatus[];
  readonly totals: PassCounts & { readonly valuePence: number; readonly unusedPence: number };
  readonly events: readonly AuditEvent[];
  /** Whether every move is legal and leaves each granted pass in exactly one place. */
  readonly balanced: boolean;
  /** The reasons why it is not balanced. */
  readonly exceptions: readonly AuditException[];
}

/** A member, with what the wallet does not name: the membership, and payments that granted no passes. */
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

function computeTotals(lots: readonly LotStatus[]): MemberHistory['totals'] {
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

/** The streams of the classes, payments and membership that moved a member's passes. */
function findRelatedStreams(
  wallet: readonly StudioRecord[],
  { membershipId, paymentIntentIds }: HistorySubject,
): string[] {
  const classIds = new Set<number>();
  const payments = new Set(paymentIntentIds);
  for (const { type, data } of wallet) {
    if ('classId' in data && data.classId !== undefined) classIds.add(data.classId);
    if (type === 'PassMoved') classIds.add(data.toClassId);
    // A month of a membership is paid by invoice and has no payment stream.
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
 * Reads the events of a member's passes as of an instant, in log order. They are the whole wallet, and the member's
 * events of the classes, payments and membership that changed it.
 * @throws EventStoreUnavailable
 */
export async function readMemberEvents(
  eventStore: StreamReader,
  subject: HistorySubject,
  asOf: Date,
): Promise<StudioRecord[]> {
  const { memberId } = subject;
  const wallet = await readStreamAsOf(eventStore, walletDecider.stream(memberId), asOf);
  const related = await readStreamsAsOf(eventStore, findRelatedStreams(wallet, subject), asOf);
  const own = related.filter(({ data }) => 'memberId' in data && data.memberId === memberId);
  return sortByPosition([...wallet, ...own]);
}

/** Builds a member's history from the member's events; with the rulebook, each shows the rule that decided it. */
export function buildMemberHistory(
  memberId: string,
  records: readonly StudioRecord[],
  asOf: Date,
  rulebook?: Rulebook,
): MemberHistory {
  const { events, wallets } = describeEvents(records, rulebook);
  const exceptions = replayWallet(records);
  const lots = [...(wallets.get(memberId)?.lots.values() ?? [])].map(toLotStatus);
  return {
    asOf: asOf.toISOString(),
    lots,
    totals: computeTotals(lots),
    events,
    balanced: exceptions.length === 0,
    exceptions,
  };
}

/** Reads a member's passes as of an instant with the events that led to them. @throws EventStoreUnavailable */
export async function readMemberHistory(
  eventStore: StreamReader,
  subject: HistorySubject,
  asOf: Date,
): Promise<MemberHistory> {
  const [records, rulebook] = await Promise.all([
    readMemberEvents(eventStore, subject, asOf),
    readRulebook(eventStore),
  ]);
  return buildMemberHistory(subject.memberId, records, asOf, rulebook);
}
