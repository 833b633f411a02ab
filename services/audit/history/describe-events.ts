import { walletDecider } from '#domain/wallet/decider.ts';
import type { Lot, WalletState } from '#domain/wallet/state.ts';
import { isOfClass, isOfMembership, isOfPayment, isOfWallet, type StudioRecord } from '../of-aggregate.ts';
import { places } from '../verifier/lot-entry.ts';
import { type AuditEvent, type Ids, idsOf, type PassCounts } from './audit-event.ts';
import { tellClassEvent } from './describe-class-event.ts';
import { tellMembershipEvent, tellPaymentEvent } from './describe-money-event.ts';
import { type Told, tellWalletEvent } from './describe-wallet-event.ts';

const nothing: PassCounts = {
  granted: 0,
  available: 0,
  held: 0,
  used: 0,
  forfeited: 0,
  expired: 0,
  revoked: 0,
};

export const countsOf = (lot: Lot): PassCounts => ({
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

function tell(event: StudioRecord, cause: StudioRecord | undefined): Told {
  if (isOfWallet(event)) return tellWalletEvent(event, cause);
  if (isOfClass(event)) return tellClassEvent(event);
  if (isOfPayment(event)) return tellPaymentEvent(event);
  if (isOfMembership(event)) return tellMembershipEvent(event);
  return { summary: event.type, why: '' };
}

/** The latest event of another stream, before this one, about the same booking, lot or payment. */
class Causes {
  readonly #latest = new Map<string, StudioRecord[]>();

  of(event: StudioRecord): StudioRecord | undefined {
    for (const key of keysOf(idsOf(event))) {
      const cause = this.#latest.get(key)?.findLast(({ stream }) => stream !== event.stream);
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  note(event: StudioRecord): void {
    for (const key of keysOf(idsOf(event))) {
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

export interface ToldEvents {
  readonly events: readonly AuditEvent[];
  /** The wallets of all members whose wallet events were among them, by member. */
  readonly wallets: ReadonlyMap<string, WalletState>;
}

/** Events in the order of the log, each with what it did and why, and the balance of its lot after it. */
export function tellEvents(records: readonly StudioRecord[]): ToldEvents {
  const causes = new Causes();
  const wallets = new Map<string, WalletState>();
  const events = records.map((record): AuditEvent => {
    const ids = idsOf(record);
    const cause = causes.of(record);
    causes.note(record);
    let balance: PassCounts | null = null;
    let moved: AuditEvent['moved'] = null;
    if (isOfWallet(record)) {
      const { memberId, lotId } = record.data;
      const state = wallets.get(memberId) ?? walletDecider.initial;
      const next = walletDecider.evolve(state, record);
      wallets.set(memberId, next);
      const [before, after] = [state.lots.get(lotId), next.lots.get(lotId)];
      if (after !== undefined) {
        balance = countsOf(after);
        moved = moveBetween(before === undefined ? nothing : countsOf(before), balance);
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
