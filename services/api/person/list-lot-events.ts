import type { WalletEvent } from '#domain/wallet/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { AuditEvent } from '#services/audit/history/audit-event.ts';
import type { MemberHistory } from '#services/audit/history/member-history.ts';
import { isWalletEvent, type StudioRecord } from '#services/audit/studio-record.ts';
import type { PersonLotEvent } from '#services/contract/person.ts';
import { describeActorForStaff } from '../presenters/describe-actor.ts';
import type { StaffNames } from '../presenters/describe-audit.ts';
import type { FindClass } from './describe-person-class.ts';

/** An event of the wallet as it was recorded, and as the history describes it. */
export interface WalletStep {
  readonly record: RecordedEvent<WalletEvent>;
  readonly shown: AuditEvent;
}

/** The wallet's events of a history, in log order; `records` are those that the history was built from. */
export function listWalletSteps(records: readonly StudioRecord[], { events }: MemberHistory): WalletStep[] {
  return records.flatMap((record, index) => {
    const shown = events[index];
    return shown !== undefined && isWalletEvent(record) ? { record, shown } : [];
  });
}

/** Whether the pass that this step sets aside is spent by the next step of its booking, which shows both. */
function isSpentNext({ record }: WalletStep, later: readonly WalletStep[]): boolean {
  if (record.type !== 'PassHeld') return false;
  const { bookingId } = record.data;
  return later.find(({ shown }) => shown.bookingId === bookingId)?.record.type === 'PassSpent';
}

function describeStep(
  { record, shown }: WalletStep,
  names: StaffNames,
  findClass: FindClass,
): PersonLotEvent {
  const { data, type } = record;
  const { position, at, actor, moved, balance, why, rule, bookingId, classId } = shown;
  return {
    position: String(position),
    at,
    type,
    passes: moved?.passes ?? 0,
    from: moved?.from ?? null,
    to: moved?.to ?? null,
    balance: balance?.available ?? 0,
    expiresAt: 'expiresAt' in data ? data.expiresAt : null,
    reason: 'reason' in data ? data.reason : null,
    bookingId,
    class: findClass(classId),
    by: describeActorForStaff(actor, names),
    // The class beside it shows that.
    why: type === 'PassSpent' ? '' : why,
    rule: rule?.text ?? null,
  };
}

/** The events of each lot, by lot, the latest first. */
export function listLotEvents(
  steps: readonly WalletStep[],
  names: StaffNames,
  findClass: FindClass,
): ReadonlyMap<string, PersonLotEvent[]> {
  const byLot = Map.groupBy(steps, ({ record }) => record.data.lotId);
  const events = new Map<string, PersonLotEvent[]>();
  for (const [lotId, ofLot] of byLot) {
    const shown = ofLot.filter((step, index) => !isSpentNext(step, ofLot.slice(index + 1)));
    events.set(lotId, shown.map((step) => describeStep(step, names, findClass)).reverse());
  }
  return events;
}
