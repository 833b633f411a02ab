import type { ClassDetails } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import { computePay, findRate } from '#domain/instructor/rates.ts';
import { toLondonDay } from '#domain/london-time.ts';
import type { BookingPass, Lot, WalletState } from '#domain/wallet/state.ts';
import type { RulesTimeline } from './rules-timeline.ts';
import type { Span } from './scene.ts';
import type { World, Worlds } from './worlds.ts';

/** What the classes of a span took, cost and left empty, as its end knows them. */
export interface ClassSums {
  /** Places that their members gave up and no member took. */
  seatsLost: number;
  classRevenuePence: number;
  instructorFeesPence: number;
}

const isConsumed = ({ status }: BookingPass): boolean => status === 'used' || status === 'forfeited';

/** The value of a lot's use by its number, from 1: the price divided by the passes, the remainder on the last one. */
const computeValue = ({ pricePence, granted }: Lot, nth: number): number =>
  Math.floor(pricePence / granted) + (nth === granted ? pricePence % granted : 0);

/** The value of what classes consumed of a wallet. */
function sumWallet({ lots, passes }: WalletState, classIds: ReadonlySet<number>): number {
  const used = new Map<string, number>();
  let sum = 0;
  for (const pass of passes.values()) {
    if (!isConsumed(pass)) continue;
    const lot = lots.get(pass.lotId);
    if (lot === undefined) continue;
    const nth = (used.get(pass.lotId) ?? 0) + 1;
    used.set(pass.lotId, nth);
    if (classIds.has(pass.classId)) sum += computeValue(lot, nth);
  }
  return sum;
}

/** The free places of a class, as far as a member gave one up. */
function countLostSeats({ seats, bookedCount }: ClassState, capacity: number): number {
  const givenUp = [...seats.values()].filter(({ released }) => released !== null).length;
  return Math.min(givenUp, Math.max(0, capacity - bookedCount));
}

/** What a class pays its instructor: by the rate of the day, else the fee of the world's rulebook. */
function payClass(details: ClassDetails, { seats }: ClassState, rules: RulesTimeline, world: World): number {
  const rate = findRate(rules.getRates(details.instructorId), details);
  if (rate === undefined) return rules.getFees(details.startsAt)[world];
  const heads = [...seats.values()].filter(
    ({ released, attendance }) => released === null && attendance?.attended !== false,
  );
  return computePay(rate, heads.length);
}

/** Sums what the classes of the span took, cost and left empty, in both worlds. */
export function sumClasses(
  worlds: Worlds,
  rules: RulesTimeline,
  { from, until, now }: Span,
): Record<World, ClassSums> {
  const [firstDay, lastDay] = [toLondonDay(from), toLondonDay(new Date(until.getTime() - 1))];
  const sums = {
    was: { seatsLost: 0, classRevenuePence: 0, instructorFeesPence: 0 },
    wouldBe: { seatsLost: 0, classRevenuePence: 0, instructorFeesPence: 0 },
  };
  const classIds: Record<World, Set<number>> = { was: new Set(), wouldBe: new Set() };
  for (const [classId, twin] of worlds.classes.entries()) {
    for (const world of ['was', 'wouldBe'] as const) {
      const { details, heldAs, isCancelled } = twin[world];
      if (details === null || isCancelled || details.date < firstDay || details.date > lastDay) continue;
      classIds[world].add(classId);
      if (new Date(details.startsAt) > now) continue;
      sums[world].instructorFeesPence += payClass(heldAs ?? details, twin[world], rules, world);
      sums[world].seatsLost += countLostSeats(twin[world], details.capacity);
    }
  }
  for (const [, twin] of worlds.wallets.entries()) {
    const was = sumWallet(twin.was, classIds.was);
    sums.was.classRevenuePence += was;
    sums.wouldBe.classRevenuePence +=
      twin.was === twin.wouldBe ? was : sumWallet(twin.wouldBe, classIds.wouldBe);
  }
  return sums;
}
