import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails, SeatSource } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import {
  ClassesNeeded,
  type KnownClass,
  listRecentBookings,
  type OverlapCheck,
} from '#domain/wallet/overlap.ts';
import type { CommandDeps } from '../define-command.ts';

export interface OverlapRequest {
  readonly memberId: string;
  readonly classId: number;
  readonly source: SeatSource;
  /** Decides without any check. */
  readonly allowOverlap?: boolean | undefined;
  /** A booking that the member gives up for this one. */
  readonly exceptBookingId?: number | undefined;
  readonly now: Date;
}

/** What a decision needs besides the wallet; undefined when the booking may overlap. */
export type ToOverlapCheck = (details: ClassDetails) => OverlapCheck | undefined;

const toKnownClass = ({ details, isCancelled }: ClassState, isCurrent: boolean): KnownClass => ({
  details: isCancelled ? null : details,
  isCurrent,
});

/**
 * Decides on a wallet with what is known about the member's other classes, and again with those that the decision
 * needs from their streams. A class of another day comes from the cache, so that most bookings read nothing more.
 * See docs/decisions/0082-overlapping-bookings.md.
 */
export async function withOtherClasses<T>(
  { deciders }: CommandDeps,
  { memberId, classId, source, allowOverlap, exceptBookingId, now }: OverlapRequest,
  decide: (toOverlapCheck: ToOverlapCheck) => Promise<T>,
): Promise<T> {
  if (allowOverlap === true) return decide(() => undefined);
  const known = new Map<number, KnownClass>();
  // No caller can answer a question about a booking from the waitlist, so it uses no state that may be out of date.
  const peekClass = (classId: number) =>
    source === 'waitlist' ? undefined : deciders.peek(classDecider, String(classId));
  const wallet = deciders.peek(walletDecider, memberId);
  for (const other of wallet === undefined ? [] : listRecentBookings(wallet, now)) {
    const state = peekClass(other.classId);
    if (state !== undefined) known.set(other.classId, toKnownClass(state, false));
  }
  for (;;) {
    try {
      return await decide((details) => ({ classId, details, known, exceptBookingId, now }));
    } catch (error) {
      if (!(error instanceof ClassesNeeded)) throw error;
      await Promise.all(
        error.classIds.map(async (neededId) => {
          const cached = known.has(neededId) ? undefined : peekClass(neededId);
          const state = cached ?? (await deciders.load(classDecider, String(neededId))).state;
          known.set(neededId, toKnownClass(state, cached === undefined));
        }),
      );
    }
  }
}
