import { claimSeat } from '#domain/class/decide-seats.ts';
import {
  getNextWaitlistStep,
  recordWaitlistStep,
  skipWaitlistEntry,
  type WaitlistStep,
} from '#domain/class/decide-waitlist.ts';
import type { ClassDetails, ClassEvent, SkipReason } from '#domain/class/events.ts';
import type { ClassState, WaitlistEntry } from '#domain/class/state.ts';
import { findNextPhaseChange } from '#domain/class/waitlist-phase.ts';
import { Refusal } from '#domain/refusal.ts';
import { chooseLot, holdPass, spendPass } from '#domain/wallet/decide-passes.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { type KnownClass, listRecentBookings, type OverlapCheck } from '#domain/wallet/overlap.ts';
import { hasMembership } from '#domain/wallet/state.ts';
import type { Scene } from './scene.ts';
import { settleRefill } from './settle.ts';
import type { World } from './worlds.ts';

/** More steps than any waiting list needs at one moment; reaching it indicates a fault. */
const MAX_STEPS = 500;

/** What the waiting list of a class does next in a world, with the answer of the first entry's wallet. */
type Due =
  | { readonly kind: 'wait'; readonly until: Date | null }
  | { readonly kind: 'record'; readonly step: Exclude<WaitlistStep, { kind: 'book' | 'wait' }> }
  | { readonly kind: 'skip'; readonly entry: WaitlistEntry; readonly reason: SkipReason }
  | { readonly kind: 'book'; readonly entry: WaitlistEntry; readonly booking: Booking }
  /** The booking is impossible for a reason that passes by itself. */
  | { readonly kind: 'blocked'; readonly entry: WaitlistEntry };

/** The events of a booking from the waiting list. */
interface Booking {
  readonly held: readonly Extract<WalletEvent, { type: 'PassHeld' }>[];
  readonly seat: readonly ClassEvent[];
}

function findDue(scene: Scene, classId: number, world: World): Due {
  const { worlds, rules, now } = scene;
  const state = worlds.classes.get(classId)[world];
  const step = getNextWaitlistStep(state, rules[world], now);
  switch (step.kind) {
    case 'wait':
      return step;
    case 'lapse':
    case 'free':
    case 'announce':
      return { kind: 'record', step };
    case 'offer': {
      const { entry } = step;
      const reason = findLackOfPass(scene, world, state, entry);
      return reason === null ? { kind: 'record', step } : { kind: 'skip', entry, reason };
    }
    case 'book': {
      const { entry } = step;
      const booking = decideBooking(scene, world, state, entry);
      if (booking === null) return { kind: 'blocked', entry };
      return typeof booking === 'string'
        ? { kind: 'skip', entry, reason: booking }
        : { kind: 'book', entry, booking };
    }
  }
}

/** What distinguishes one step from another; when it is taken does not. */
function identify(due: Due): string {
  switch (due.kind) {
    case 'wait':
      return 'wait';
    case 'skip':
      return `skip ${due.entry.entryId} ${due.reason}`;
    case 'book':
    case 'blocked':
      return `${due.kind} ${due.entry.entryId}`;
    case 'record': {
      const { step } = due;
      if (step.kind === 'lapse') return `lapse ${step.offer.entryId}`;
      if (step.kind === 'free') return `free ${step.reservation.bookingId}`;
      if (step.kind === 'announce') return `announce ${step.memberIds.join()}`;
      return `offer ${step.entry.entryId} ${step.until.toISOString()}`;
    }
  }
}

/** Whether the same is due for a class's waiting list in both worlds. */
export const isSameDue = (scene: Scene, classId: number): boolean =>
  identify(findDue(scene, classId, 'was')) === identify(findDue(scene, classId, 'wouldBe'));

/**
 * Does what is due for a class's waiting list in the supposed world. Sets an alarm for what time alone makes due later. What is
 * due in both worlds alike is left to the record, which shows when the studio did it.
 */
export function advanceWaitlist(scene: Scene, classId: number): void {
  scene.alarms.set(classId, settleWaitlist(scene, classId));
}

/** Does what is due now; returns when to check again. */
function settleWaitlist(scene: Scene, classId: number): Date | null {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { wouldBe } = scene.worlds.classes.get(classId);
    if (wouldBe.waitlist.length === 0) return null;
    const due = findDue(scene, classId, 'wouldBe');
    if (due.kind === 'wait') return due.until;
    const isRecorded = identify(due) === identify(findDue(scene, classId, 'was'));
    if (isRecorded || !takeStep(scene, classId, due)) return findNextCheck(scene, wouldBe);
  }
  throw new Error(`The waiting list of class ${classId} does not come to rest`);
}

/** When another step may be due, for a class whose present step the record shows. */
const findNextCheck = ({ rules, now }: Scene, { details }: ClassState): Date | null =>
  details === null ? null : findNextPhaseChange(new Date(details.startsAt), rules.wouldBe, now);

/** Takes a step in the world that would be; returns whether it changed anything. */
function takeStep(scene: Scene, classId: number, due: Exclude<Due, { kind: 'wait' }>): boolean {
  const { worlds, rules, now } = scene;
  const { wouldBe: state } = worlds.classes.get(classId);
  switch (due.kind) {
    case 'blocked':
      return false;
    case 'skip':
      worlds.classes.applyTo('wouldBe', classId, skipWaitlistEntry(state, { ...due, now }, rules.wouldBe));
      break;
    case 'record':
      worlds.classes.applyTo(
        'wouldBe',
        classId,
        recordWaitlistStep(state, { step: due.step, now }, rules.wouldBe),
      );
      break;
    case 'book': {
      const { memberId } = due.entry;
      const bookingId = due.booking.held[0]?.data.bookingId;
      worlds.wallets.applyTo('wouldBe', memberId, due.booking.held);
      worlds.classes.applyTo('wouldBe', classId, due.booking.seat);
      const { wouldBe: wallet } = worlds.wallets.get(memberId);
      if (bookingId !== undefined)
        worlds.wallets.applyTo('wouldBe', memberId, spendPass(wallet, { memberId, bookingId, now }));
      settleRefill(scene, due.booking.seat);
    }
  }
  return worlds.classes.get(classId).wouldBe !== state;
}

const describeLack = ({ details }: Refusal): SkipReason =>
  details.hasExpiringBefore === true ? 'pass_expires' : 'no_pass';

function findLackOfPass(
  { worlds, now }: Scene,
  world: World,
  { details }: ClassState,
  { memberId }: WaitlistEntry,
): SkipReason | null {
  try {
    chooseLot(worlds.wallets.get(memberId)[world], details?.startsAt ?? '', now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return describeLack(error);
    throw error;
  }
}

/** The member's other classes, as they are in a world. */
function toOverlapCheck(
  { worlds, now }: Scene,
  world: World,
  { memberId, classId, details }: { memberId: string; classId: number; details: ClassDetails },
): OverlapCheck {
  const known = new Map<number, KnownClass>(
    listRecentBookings(worlds.wallets.get(memberId)[world], now).map((other) => {
      const state = worlds.classes.get(other.classId)[world];
      return [other.classId, { details: state.isCancelled ? null : state.details, isCurrent: true }];
    }),
  );
  return { classId, details, known, now };
}

/** Books the first waiting member, or returns why they are skipped; null when the class refuses. */
function decideBooking(
  scene: Scene,
  world: World,
  state: ClassState,
  { memberId }: WaitlistEntry,
): Booking | SkipReason | null {
  const { worlds, rules, now, nextBookingId } = scene;
  const { classId, details } = state;
  if (classId === null || details === null) return null;
  const bookingId = nextBookingId();
  const wallet = worlds.wallets.get(memberId)[world];
  const source = 'waitlist' as const;
  try {
    const overlapCheck = toOverlapCheck(scene, world, { memberId, classId, details });
    const hold = { memberId, bookingId, classId, classStartsAt: details.startsAt, source, overlapCheck, now };
    const held = holdPass(wallet, hold).filter((event) => event.type === 'PassHeld');
    const lot = chooseLot(wallet, details.startsAt, now);
    const claim = { bookingId, memberId, lotId: lot.lotId, lotExpiresAt: lot.expiresAt, source };
    const seat = claimSeat(state, { ...claim, hasPriority: hasMembership(wallet, now), now }, rules[world]);
    return held.length === 0 || seat.length === 0 ? null : { held, seat };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'OVERLAPS_BOOKING') return 'overlap';
    return error.code === 'NO_PASS' ? describeLack(error) : null;
  }
}
