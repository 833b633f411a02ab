import type { ClassEvent } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { World } from './worlds.ts';

/** What people notice, one by one. */
export const outcomes = [
  'bookings',
  'passesReturned',
  'passesForfeited',
  'spotsOffered',
  'spotsBooked',
  'offersLapsed',
] as const;
export type Outcome = (typeof outcomes)[number];

/** One outcome that one world has and the other has not. */
export interface Difference {
  readonly outcome: Outcome;
  /** Whether it would be, or was and would not be. */
  readonly wouldBe: boolean;
  /** The event at which the two histories part: the outcome's own, or the last before it. */
  readonly position: string;
  readonly classId: number;
  readonly memberId: string;
}

interface Pass {
  readonly outcome: 'passesReturned' | 'passesForfeited' | null;
  readonly classId: number;
  readonly memberId: string;
  readonly position: string;
}

/** The outcomes of both worlds within the span. */
export class Outcomes {
  /** Positions by outcome, class and member; only what one of the two has more of stays. */
  readonly #open = new Map<string, { count: number; positions: string[] }>();
  readonly #counts: Record<World, Record<Outcome, number>> = { was: emptyCounts(), wouldBe: emptyCounts() };
  readonly #people: Record<World, Set<string>> = { was: new Set(), wouldBe: new Set() };
  /** How the pass of each booking ended in the span, as far as it did. */
  readonly #passes: Record<World, Map<number, Pass>> = { was: new Map(), wouldBe: new Map() };

  noteClass(world: World, event: ClassEvent, before: ClassState, position: string): void {
    switch (event.type) {
      case 'SeatBooked': {
        const { classId, memberId, source } = event.data;
        this.#people[world].add(memberId);
        this.#add(world, 'bookings', { classId, memberId, position });
        const isFromWaitlist =
          source === 'waitlist' || before.offers.some((offer) => offer.memberId === memberId);
        if (isFromWaitlist) this.#add(world, 'spotsBooked', { classId, memberId, position });
        break;
      }
      case 'SpotOffered':
        this.#add(world, 'spotsOffered', { ...event.data, position });
        break;
      case 'OfferLapsed':
        this.#add(world, 'offersLapsed', { ...event.data, position });
        break;
      default:
    }
  }

  noteWallet(world: World, event: WalletEvent, before: WalletState, position: string): void {
    switch (event.type) {
      case 'PassReturned':
      case 'PassForfeited': {
        const { bookingId, classId, memberId } = event.data;
        // The pass of a seat that was refused was never the member's to lose.
        const isRefused = before.passes.get(bookingId)?.status === 'held' && event.type === 'PassReturned';
        const outcome = event.type === 'PassForfeited' ? 'passesForfeited' : 'passesReturned';
        this.#passes[world].set(bookingId, {
          outcome: isRefused ? null : outcome,
          classId,
          memberId,
          position,
        });
        break;
      }
      case 'PassMoved':
        this.#passes[world].delete(event.data.bookingId);
        break;
      default:
    }
  }

  #add(
    world: World,
    outcome: Outcome,
    { classId, memberId, position }: { classId: number; memberId: string; position: string },
  ): void {
    this.#counts[world][outcome] += 1;
    const key = `${outcome}\n${classId}\n${memberId}`;
    const open = this.#open.get(key) ?? { count: 0, positions: [] };
    const change = world === 'wouldBe' ? 1 : -1;
    // Of two worlds with the same outcome nothing stays open.
    if (open.count * change < 0) open.positions.shift();
    else open.positions.push(position);
    open.count += change;
    if (open.count === 0) this.#open.delete(key);
    else this.#open.set(key, open);
  }

  /** Counts how passes ended, which an undone cancellation may have changed until now, and closes the books. */
  finish(): {
    counts: Readonly<Record<World, Readonly<Record<Outcome, number>>>>;
    people: Readonly<Record<World, number>>;
    differences: Difference[];
  } {
    for (const world of ['was', 'wouldBe'] as const)
      for (const { outcome, ...pass } of this.#passes[world].values())
        if (outcome !== null) this.#add(world, outcome, pass);
    const differences = [...this.#open].flatMap(([key, { count, positions }]) => {
      const [name, classId, memberId = ''] = key.split('\n');
      const outcome = outcomes.find((each) => each === name);
      if (outcome === undefined) return [];
      return positions.map((position) => ({
        outcome,
        wouldBe: count > 0,
        position,
        classId: Number(classId),
        memberId,
      }));
    });
    return {
      counts: this.#counts,
      people: { was: this.#people.was.size, wouldBe: this.#people.wouldBe.size },
      differences: differences.toSorted((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1)),
    };
  }
}

function emptyCounts(): Record<Outcome, number> {
  return {
    bookings: 0,
    passesReturned: 0,
    passesForfeited: 0,
    spotsOffered: 0,
    spotsBooked: 0,
    offersLapsed: 0,
  };
}
