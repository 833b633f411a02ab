import { Refusal } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type WalletEvent, walletEventDefinitions } from '#domain/wallet/events.ts';
import type { Lot } from '#domain/wallet/state.ts';
import type { Actor, EventStore, RecordedEvent } from '#infra/event-store/types.ts';
import { RuleTracker, readRulebook } from './rule-tracker.ts';

const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;
type Place = (typeof places)[number];
type Counts = Readonly<Record<Place, number>>;

/** One event of a lot and its effect. */
export interface LotHistoryEntry {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly at: string;
  readonly type: WalletEvent['type'];
  readonly actor: Actor;
  /** How many passes moved; `from` or `to` is null for outside the wallet. */
  readonly passes: number;
  readonly from: Place | null;
  readonly to: Place | null;
  /** The available passes after it. */
  readonly balance: number;
  readonly expiresAt: string | null;
  readonly reason: Extract<WalletEvent, { data: { reason: string } }>['data']['reason'] | null;
  /** The closing days, London, for which the event lets the lot last longer. */
  readonly closedDays: readonly string[];
  readonly bookingId: number | null;
  readonly classId: number | null;
  /** The text of the rule that set when the passes lapse; null where none did. */
  readonly rule: string | null;
}

export interface LotHistory {
  readonly passName: string;
  readonly counts: Counts & { readonly granted: number };
  /** Whether each granted pass is in exactly one place and no count is negative. */
  readonly balanced: boolean;
  readonly entries: readonly LotHistoryEntry[];
}

type Before = Counts & Pick<Lot, 'closedDays'>;

const empty: Before = {
  ...{ available: 0, held: 0, used: 0, forfeited: 0, expired: 0, revoked: 0 },
  closedDays: [],
};

const isWalletEvent = (event: RecordedEvent<StudioEvent>): event is RecordedEvent<WalletEvent> =>
  Object.hasOwn(walletEventDefinitions, event.type);

/** The move between two states of a lot, derived from the counts and therefore always consistent with them. */
function findMove(before: Counts, after: Counts): Pick<LotHistoryEntry, 'passes' | 'from' | 'to'> {
  const from = places.find((place) => after[place] < before[place]) ?? null;
  const to = places.find((place) => after[place] > before[place]) ?? null;
  return { passes: to === null ? 0 : after[to] - before[to], from, to };
}

const findClosedDays = ({ type, data }: RecordedEvent<WalletEvent>, before: Pick<Lot, 'closedDays'>) =>
  (type === 'LotExtended' ? (data.because?.closedDays ?? []) : []).filter(
    (day) => !before.closedDays.includes(day),
  );

const isBrought = ({ type, data }: RecordedEvent<WalletEvent>) =>
  type === 'LotGranted' && data.kind === 'import';

function toEntry(
  event: RecordedEvent<WalletEvent>,
  before: Before,
  after: Lot,
  rule: string | null,
): LotHistoryEntry {
  const { data, position, stream, revision, type, metadata } = event;
  return {
    position,
    stream,
    revision,
    at: data.at,
    type,
    actor: metadata.actor,
    ...findMove(before, after),
    balance: after.available,
    expiresAt: 'expiresAt' in data ? data.expiresAt : null,
    reason: 'reason' in data ? data.reason : isBrought(event) ? 'import' : null,
    closedDays: findClosedDays(event, before),
    bookingId: 'bookingId' in data ? data.bookingId : null,
    classId: 'classId' in data ? data.classId : null,
    rule,
  };
}

const isBalanced = (lot: Lot) =>
  places.every((place) => lot[place] >= 0) &&
  places.reduce((sum, place) => sum + lot[place], 0) === lot.granted;

/**
 * Reads every event of one lot, in order, by replaying the member's stream; no read model is involved.
 * @throws Refusal LOT_NOT_FOUND; EventStoreUnavailable
 */
export async function readLotHistory(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  { memberId, lotId }: { memberId: string; lotId: string },
): Promise<LotHistory> {
  const [{ events }, rulebook] = await Promise.all([
    eventStore.readStream(walletDecider.stream(memberId)),
    readRulebook(eventStore),
  ]);
  const rules = new RuleTracker(rulebook);
  let state = walletDecider.initial;
  const entries: LotHistoryEntry[] = [];
  for (const event of events.filter(isWalletEvent)) {
    const before = state.lots.get(lotId) ?? empty;
    state = walletDecider.evolve(state, event);
    const after = state.lots.get(lotId);
    // The rules of bookings are in the events of classes, which are not read here.
    const rule = event.type.startsWith('Lot') ? rules.find(event) : null;
    if (event.data.lotId === lotId && after !== undefined)
      entries.push(toEntry(event, before, after, rule?.text ?? null));
  }
  const lot = state.lots.get(lotId);
  if (lot === undefined) throw new Refusal('LOT_NOT_FOUND');
  const { passName, granted, available, held, used, forfeited, expired, revoked } = lot;
  return {
    passName,
    counts: { granted, available, held, used, forfeited, expired, revoked },
    balanced: isBalanced(lot),
    entries,
  };
}
