import { walletDecider } from '#domain/wallet/decider.ts';
import type { Lot, WalletState } from '#domain/wallet/state.ts';
import {
  isClassEvent,
  isMembershipEvent,
  isPaymentEvent,
  isWalletEvent,
  type StudioRecord,
} from '../studio-record.ts';
import { places } from '../verifier/lot-entry.ts';
import { type AuditEvent, getIds, type Ids, type PassCounts } from './audit-event.ts';
import { describeClassEvent } from './describe-class-event.ts';
import { describeMembershipEvent, describePaymentEvent } from './describe-money-event.ts';
import { describeWalletEvent, type EventDescription } from './describe-wallet-event.ts';

const nothing: PassCounts = {
  granted: 0,
  available: 0,
  held: 0,
  used: 0,
  forfeited: 0,
  expired: 0,
  revoked: 0,
};

export const getCounts = (lot: Lot): PassCounts => ({
  granted: lot.granted,
  available: lot.available,
  held: lot.held,
  used: lot.used,
  forfeited: lot.forfeited,
  expired: lot.expired,
  revoked: lot.revoked,
});

/** What changed between two moments, told by the counts, so that it can't say other than what was done. */
function moveBetween(before: PassCounts, after: PassCounts): AuditEvent['moved'] {
  const from = places.find((place) => after[place] < before[place]) ?? null;
  const to = places.find((place) => after[place] > before[place]) ?? null;
  if (from === null && to === null) return null;
  return { passes: to === null ? 0 : after[to] - before[to], from, to };
}

function tell(event: StudioRecord, cause: StudioRecord | undefined): EventDescription {
  if (isWalletEvent(event)) return describeWalletEvent(event, cause);
  if (isClassEvent(event)) return describeClassEvent(event);
  if (isPaymentEvent(event)) return describePaymentEvent(event);
  if (isMembershipEvent(event)) return describeMembershipEvent(event);
  return { summary: event.type, why: '' };
}

/** The latest event of another stream, before this one, about the same booking, lot or payment. */
class Causes {
  readonly #latest = new Map<string, StudioRecord[]>();

  of(event: StudioRecord): StudioRecord | undefined {
    for (const key of keysOf(getIds(event))) {
      const cause = this.#latest.get(key)?.findLast(({ stream }) => stream !== event.stream);
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  note(event: StudioRecord): void {
    for (const key of keysOf(getIds(event))) {
      const known = this.#latest.get(key);
      if (known === undefined) this.#latest.set(key, [event]);
      else known.push(event);
    }
  }
}

/** By what an event is tied to others, the closest tie first. */
const keysOf = ({ bookingId, lotId, paymentIntentId }: Ids): string[] => {
  if (bookingId !== null) return [`booking/${bookingId}`];
  return [
    ...(paymentIntentId === null ? [] : [`payment/${paymentIntentId}`]),
    ...(lotId === null ? [] : [`lot/${lotId}`]),
  ];
};

export interface DescribedEvents {
  readonly events: readonly AuditEvent[];
  /** The wallets of all members whose wallet events were among them, by member. */
  readonly wallets: ReadonlyMap<string, WalletState>;
}

/** Events in the order of the log, each with what it did and why, and the balance of its lot after it. */
export function describeEvents(records: readonly StudioRecord[]): DescribedEvents {
  const causes = new Causes();
  const wallets = new Map<string, WalletState>();
  const events = records.map((record): AuditEvent => {
    const ids = getIds(record);
    const cause = causes.of(record);
    causes.note(record);
    let balance: PassCounts | null = null;
    let moved: AuditEvent['moved'] = null;
    if (isWalletEvent(record)) {
      const { memberId, lotId } = record.data;
      const state = wallets.get(memberId) ?? walletDecider.initial;
      const next = walletDecider.evolve(state, record);
      wallets.set(memberId, next);
      const [before, after] = [state.lots.get(lotId), next.lots.get(lotId)];
      if (after !== undefined) {
        balance = getCounts(after);
        moved = moveBetween(before === undefined ? nothing : getCounts(before), balance);
      }
    }
    const { position, stream, revision, type, data, metadata } = record;
    return {
      position,
      stream,
      revision,
      type,
      at: data.at,
      actor: metadata.actor,
      ...tell(record, cause),
      causedBy: cause === undefined ? null : { position: cause.position, type: cause.type },
      ...ids,
      moved,
      balance,
    };
  });
  return { events, wallets };
}
