import { assertBookable } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails, SeatSource } from '#domain/class/events.ts';
import type { SeenClass } from '#domain/class/seen-class.ts';
import { findSeatOfMember } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { hasMembership, initialWallet, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { advanceFrom } from './advance-booking.ts';

/** A request for a seat in a class. */
export interface BookingRequest {
  readonly classId: number;
  readonly memberId: string;
  readonly source: SeatSource;
  /** What the member saw of the class: the booking is refused if it differs. */
  readonly expected?: SeenClass | undefined;
  /** Books also at the time of another booking of the member. */
  readonly allowOverlap?: boolean | undefined;
}

/** Returns the cached class when it allows the booking. The claim checks it against the stream. */
export function peekClass(
  { deciders }: CommandDeps,
  { classId, memberId, source, expected }: BookingRequest,
  { now }: CommandContext,
): ClassDetails | undefined {
  const state = deciders.peek(classDecider, String(classId));
  if (state === undefined || findSeatOfMember(state, memberId) !== undefined) return undefined;
  const wallet = deciders.peek(walletDecider, memberId) ?? initialWallet;
  const hasPriority = hasMembership(wallet, now);
  try {
    const { rules } = deciders.peek(rulebookDecider, RULEBOOK) ?? rulebookDecider.initial;
    return assertBookable(state, { memberId, source, hasPriority, expected, now }, rules).details;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function isPassSettledElsewhere({ passes }: WalletState, bookingId: number): boolean {
  const status = passes.get(bookingId)?.status;
  return status === 'returned' || status === 'moved';
}

/**
 * Returns the current class, or the member's booking in it, so that a late request is refused before a pass is held.
 * A seat whose pass was returned is released first: the process that had to release it may have crashed.
 * @throws Refusal as `assertBookable`
 */
export async function findClass(
  deps: CommandDeps,
  { classId, memberId, source, expected }: BookingRequest,
  context: CommandContext,
): Promise<{ details: ClassDetails } | { bookingId: number }> {
  const [found, wallet] = await Promise.all([
    deps.deciders.load(classDecider, String(classId)),
    deps.deciders.load(walletDecider, memberId),
  ]);
  let { state } = found;
  let seat = findSeatOfMember(state, memberId);
  if (seat !== undefined && isPassSettledElsewhere(wallet.state, seat.bookingId)) {
    await advanceFrom(deps, { classId, memberId, bookingId: seat.bookingId }, wallet, context);
    ({ state } = await deps.deciders.load(classDecider, String(classId)));
    seat = findSeatOfMember(state, memberId);
  }
  if (seat !== undefined) return { bookingId: seat.bookingId };
  const { now } = context;
  const hasPriority = hasMembership(wallet.state, now);
  const rules = await readRules(deps.deciders);
  return assertBookable(state, { memberId, source, hasPriority, expected, now }, rules);
}
