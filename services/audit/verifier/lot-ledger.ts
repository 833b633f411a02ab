import type { WalletEvent } from '#domain/wallet/events.ts';
import type { ExceptionCode, Exceptions, Place } from './audit-exception.ts';
import { type LotEntry, type PassPlace, places } from './lot-entry.ts';

type DataOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>['data'];

/** The ids that an exception about a wallet names. */
export interface WalletAbout {
  readonly memberId?: string;
  readonly lotId?: string;
  readonly bookingId?: number;
}

/** Every lot and the places of its passes. An illegal move is reported and not made, so that one wrong event is one exception. */
export class LotLedger {
  readonly lots = new Map<string, LotEntry>();
  readonly #members = new Set<string>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  /** How many members have been granted a lot. */
  get memberCount(): number {
    return this.#members.size;
  }

  /** Adds a lot; undefined if it exists already. */
  grant(data: DataOf<'LotGranted'>, place: Place): LotEntry | undefined {
    const { lotId, memberId, kind, passes, pricePence, expiresAt } = data;
    this.#members.add(memberId);
    if (this.lots.has(lotId)) {
      this.report(
        'LOT_GRANTED_TWICE',
        place,
        data,
        'a lot that is granted once',
        'the same lot again',
        `Lot ${lotId} is granted a second time.`,
      );
      return undefined;
    }
    const lot: LotEntry = {
      lotId,
      memberId,
      kind,
      granted: passes,
      pricePence,
      expiresAt,
      demanded: 0,
      available: passes,
      held: 0,
      used: 0,
      forfeited: 0,
      expired: 0,
      revoked: 0,
    };
    this.lots.set(lotId, lot);
    return lot;
  }

  /** The member's lot that an event names; undefined if it is unknown or another member's. */
  find(data: { lotId: string; memberId: string }, place: Place): LotEntry | undefined {
    const lot = this.lots.get(data.lotId);
    if (lot === undefined) {
      this.report(
        'LOT_UNKNOWN',
        place,
        data,
        'a lot that was granted',
        'none of that name',
        `Lot ${data.lotId} was never granted.`,
      );
      return undefined;
    }
    if (lot.memberId === data.memberId) return lot;
    this.report(
      'LOT_OF_ANOTHER_MEMBER',
      place,
      data,
      `a lot of ${data.memberId}`,
      `one of ${lot.memberId}`,
      `Lot ${data.lotId} is another member’s.`,
    );
    return undefined;
  }

  /** Whether a pass of the lot may still be held at that time. */
  assertNotEnded(lot: LotEntry, data: WalletAbout & { readonly at: string }, place: Place): boolean {
    if (!isLater(data.at, lot.expiresAt)) return true;
    this.report(
      'LOT_ENDED',
      place,
      data,
      `no later than ${lot.expiresAt}`,
      data.at,
      `A pass of lot ${lot.lotId} is set aside after the lot has ended.`,
    );
    return false;
  }

  expire(lot: LotEntry, data: DataOf<'LotExpired'>, place: Place): void {
    if (!isLater(data.at, lot.expiresAt)) {
      this.report(
        'LAPSED_EARLY',
        place,
        data,
        `after ${lot.expiresAt}`,
        data.at,
        `Passes of lot ${lot.lotId} lapse before the lot has ended.`,
      );
      return;
    }
    this.move(lot, 'available', 'expired', data.passes, place);
  }

  /** Moves passes from one place to another; false if there are too few. */
  move(
    lot: LotEntry,
    from: PassPlace,
    to: PassPlace,
    passes: number,
    place: Place,
    { bookingId }: WalletAbout = {},
  ): boolean {
    if (Number.isInteger(passes) && passes > 0 && lot[from] >= passes) {
      lot[from] -= passes;
      lot[to] += passes;
      return true;
    }
    const { memberId, lotId } = lot;
    this.report(
      'TOO_FEW_PASSES',
      place,
      { memberId, lotId, ...(bookingId === undefined ? {} : { bookingId }) },
      `at least ${passes} ${from}`,
      `${lot[from]} ${from}`,
      `${passes} of lot ${lotId} should go from ${from} to ${to}, and there are not so many.`,
    );
    return false;
  }

  assertBalanced(lot: LotEntry, place: Place): void {
    let sum = 0;
    let least = 0;
    for (const at of places) {
      sum += lot[at];
      least = Math.min(least, lot[at]);
    }
    if (sum === lot.granted && least >= 0 && lot.granted > 0) return;
    const { memberId, lotId } = lot;
    this.report(
      'UNBALANCED',
      place,
      { memberId, lotId },
      `${lot.granted} granted, each in one place`,
      places.map((at) => `${lot[at]} ${at}`).join(', '),
      `Lot ${lotId} does not add up.`,
    );
  }

  report(
    code: ExceptionCode,
    place: Place,
    { memberId, lotId, bookingId }: WalletAbout,
    expected: string,
    found: string,
    sentence: string,
  ): void {
    const about = {
      ...(memberId === undefined ? {} : { memberId }),
      ...(lotId === undefined ? {} : { lotId }),
      ...(bookingId === undefined ? {} : { bookingId }),
    };
    this.#exceptions.add(code, place, about, { expected, found, sentence });
  }
}

/** Compares instants as text, which sorts them in the studio's own format; other formats are parsed. */
const isLater = (a: string, b: string): boolean =>
  a.length === 24 && b.length === 24 ? a > b : Date.parse(a) > Date.parse(b);
