import { walletDecider } from '#domain/wallet/decider.ts';
import type { Lot, WalletState } from '#domain/wallet/state.ts';
import {
  isClassEvent,
  isMembershipEvent,
  isPaymentEvent,
  isWalletEvent,
  type StudioRecord,
} from '../studio-record.ts';
import { noPasses, places } from '../verifier/lot-entry.ts';
import { type AuditEvent, getIds, type Ids, type PassCounts } from './audit-event.ts';
import { describeClassEvent } from './describe-class-event.ts';
import { describeMembershipEvent, describePaymentEvent } from './describe-money-event.ts';
import { describeOtherEvent } from './describe-other-event.ts';
import { describeWalletEvent, type EventDescription } from './describe-wallet-event.ts';
import { type Rulebook, RuleTracker } from './rule-tracker.ts';

export const getCounts = (lot: Lot): PassCounts => ({
  granted: lot.granted,
  available: lot.available,
  held: lot.held,
  used: lot.used,
  forfeited: lot.forfeited,
  expired: lot.expired,
  revoked: lot.revoked,
});

/** The move between two states of a lot, derived from the counts and therefore always consistent with them. */
function findMove(before: PassCounts, after: PassCounts): AuditEvent['moved'] {
  const from = places.find((place) => after[place] < before[place]) ?? null;
  const to = places.find((place) => after[place] > before[place]) ?? null;
  if (from === null && to === null) return null;
  return { passes: to === null ? 0 : after[to] - before[to], from, to };
}

/** Describes one event. `cause` is the event of another stream that caused it, if known. */
export function describeEvent(event: StudioRecord, cause: StudioRecord | undefined): EventDescription {
  if (isWalletEvent(event)) return describeWalletEvent(event, cause);
  if (isClassEvent(event)) return describeClassEvent(event);
  if (isPaymentEvent(event)) return describePaymentEvent(event);
  if (isMembershipEvent(event)) return describeMembershipEvent(event);
  return describeOtherEvent(event);
}

/** Finds the cause of an event: the latest earlier event of another stream about the same booking, payment or lot. */
class CauseIndex {
  readonly #latest = new Map<string, StudioRecord[]>();

  find(event: StudioRecord): StudioRecord | undefined {
    for (const key of getKeys(getIds(event))) {
      const cause = this.#latest.get(key)?.findLast(({ stream }) => stream !== event.stream);
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  add(event: StudioRecord): void {
    for (const key of getKeys(getIds(event))) {
      const known = this.#latest.get(key);
      if (known === undefined) this.#latest.set(key, [event]);
      else known.push(event);
    }
  }
}

/** The keys that relate an event to others, the closest relation first. */
const getKeys = ({ bookingId, lotId, paymentIntentId }: Ids): string[] => {
  if (bookingId !== null) return [`booking/${bookingId}`];
  return [
    ...(paymentIntentId === null ? [] : [`payment/${paymentIntentId}`]),
    ...(lotId === null ? [] : [`lot/${lotId}`]),
  ];
};

export interface DescribedEvents {
  readonly events: readonly AuditEvent[];
  /** The wallets that result from the wallet events among them, by member. */
  readonly wallets: ReadonlyMap<string, WalletState>;
}

/**
 * Describes events, given in log order: each with its effect, its cause, the rule that decided it and the balance of its
 * lot after it. Without the rulebook no event has a rule.
 */
export function describeEvents(records: readonly StudioRecord[], rulebook?: Rulebook): DescribedEvents {
  const rules = rulebook === undefined ? undefined : new RuleTracker(rulebook);
  const causes = new CauseIndex();
  const wallets = new Map<string, WalletState>();
  const events = records.map((record): AuditEvent => {
    const ids = getIds(record);
    const cause = causes.find(record);
    causes.add(record);
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
        moved = findMove(before === undefined ? noPasses : getCounts(before), balance);
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
      ...describeEvent(record, cause),
      causedBy: cause === undefined ? null : { position: cause.position, type: cause.type },
      rule: rules?.find(record) ?? null,
      ...ids,
      moved,
      balance,
    };
  });
  return { events, wallets };
}
