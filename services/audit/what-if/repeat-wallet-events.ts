import { assertMovable, assertUndoable } from '#domain/class/decide-move.ts';
import { claimSeat } from '#domain/class/decide-seats.ts';
import { type ClassState, findSeatOfMember } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import { givePasses, takePasses } from '#domain/wallet/decide-adjustment.ts';
import { expireLot, revokeLot } from '#domain/wallet/decide-lots.ts';
import { movePass } from '#domain/wallet/decide-move.ts';
import { holdPass, spendPass, unholdPass } from '#domain/wallet/decide-passes.ts';
import { takeBack } from '#domain/wallet/decide-take-back.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { hasMembership, type WalletState } from '#domain/wallet/state.ts';
import type { Scene } from './scene.ts';
import { type Booking, decideSettlement, settleRefill } from './settle.ts';
import { isSameDue } from './waitlist.ts';
import type { World } from './worlds.ts';

type Of<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>;

const find = <Type extends WalletEvent['type']>(
  events: readonly WalletEvent[],
  type: Type,
): Of<Type> | undefined => events.find((event): event is Of<Type> => event.type === type);

const hasSameRules = ({ rules }: Scene): boolean => rules.was === rules.wouldBe;

/** Repeats what one append recorded about a wallet, in both worlds. */
export function repeatWalletEvents(scene: Scene, memberId: string, events: readonly WalletEvent[]): void {
  const { worlds, rules, now } = scene;
  const { wallets } = worlds;
  const repeat = (
    decide: (wallet: WalletState, world: World) => readonly WalletEvent[],
    isSameByRule = true,
  ) => wallets.repeat(memberId, events, decide, isSameByRule);

  const held = find(events, 'PassHeld');
  if (held !== undefined) {
    repeatHold(scene, held, events);
    return;
  }
  const spent = find(events, 'PassSpent');
  if (spent !== undefined) {
    repeat(
      (wallet, world) => {
        const isTaken =
          worlds.classes.get(spent.data.classId)[world].seats.get(spent.data.bookingId)?.released === null;
        return isTaken ? spendPass(wallet, { ...spent.data, now }) : [];
      },
      isSameClass(scene, spent.data.classId),
    );
    return;
  }
  const settled = find(events, 'PassReturned') ?? find(events, 'PassForfeited');
  if (settled !== undefined) {
    repeatSettlement(scene, settled, events);
    return;
  }
  const moved = find(events, 'PassMoved');
  if (moved !== undefined) {
    repeat(
      (wallet, world) => decideMove(scene, world, wallet, moved),
      isSameClass(scene, moved.data.classId),
    );
    return;
  }
  const movedBack = find(events, 'PassMovedBack');
  if (movedBack !== undefined) {
    repeat((wallet) => unholdPass(wallet, { memberId, bookingId: movedBack.data.fromBookingId, now }));
    return;
  }
  const restored = find(events, 'LotRestored');
  const revoked = find(events, 'LotRevoked');
  if (restored !== undefined) {
    repeatRestoration(scene, restored, events);
    return;
  }
  if (revoked !== undefined) {
    repeatRevocation(scene, revoked, events);
    return;
  }
  const granted = find(events, 'LotGranted');
  if (granted?.data.adjustment !== undefined) {
    const { passes, adjustment } = granted.data;
    repeat(
      (wallet, world) => givePasses(wallet, { memberId, passes, ...adjustment, now }, rules[world]),
      hasSameRules(scene),
    );
    return;
  }
  // A purchase, or a period of a membership.
  for (const event of events) {
    if (event.type !== 'LotExpired') wallets.applyToBoth(memberId, [event]);
    else
      wallets.repeat(
        memberId,
        [event],
        (wallet) => {
          const lot = wallet.lots.get(event.data.lotId);
          return lot === undefined ? [] : expireLot(lot, { memberId, now });
        },
        true,
      );
  }
}

const isSameClass = (scene: Scene, classId: number): boolean => {
  const { was, wouldBe } = scene.worlds.classes.get(classId);
  return hasSameRules(scene) && was === wouldBe;
};

function repeatHold(scene: Scene, { data }: Of<'PassHeld'>, events: readonly WalletEvent[]): void {
  const { worlds, now } = scene;
  const { memberId, classId, source } = data;
  // The waiting list books by itself: in the world that would be only if the same is due there.
  if (source === 'waitlist' && !isSameClass(scene, classId) && !isSameDue(scene, classId)) {
    worlds.wallets.applyTo('was', memberId, events);
    return;
  }
  worlds.wallets.repeat(memberId, events, (wallet) => holdPass(wallet, { ...data, now }), true);
}

/**
 * Repeats how a pass ended. A pass that was held for a seat which the class refused shows a request. Under the other
 * rules it may get the seat.
 */
function repeatSettlement(
  scene: Scene,
  { data }: Of<'PassReturned'> | Of<'PassForfeited'>,
  events: readonly WalletEvent[],
): void {
  const { worlds, now } = scene;
  const { memberId, bookingId, classId } = data;
  const isRefusal =
    data.from === 'held' && worlds.classes.get(classId).was.seats.get(bookingId) === undefined;
  if (isRefusal && !isSameClass(scene, classId) && claimRefusedSeat(scene, data)) {
    worlds.wallets.applyTo('was', memberId, events);
    const { wouldBe } = worlds.wallets.get(memberId);
    worlds.wallets.applyTo('wouldBe', memberId, spendPass(wouldBe, { memberId, bookingId, now }));
    return;
  }
  worlds.wallets.repeat(
    memberId,
    events,
    (wallet, world) => decideSettlement(scene, world, { memberId, bookingId, classId }, wallet),
    isSameClass(scene, classId),
  );
}

/** Tries the seat that the class refused, in both worlds; returns whether only the world that would be gives it. */
function claimRefusedSeat(scene: Scene, { memberId, bookingId, classId }: Booking): boolean {
  const { worlds, rules, now } = scene;
  const seats = (['was', 'wouldBe'] as const).map((world) => {
    const wallet = worlds.wallets.get(memberId)[world];
    const pass = wallet.passes.get(bookingId);
    const lot = pass?.status === 'held' ? wallet.lots.get(pass.lotId) : undefined;
    if (pass === undefined || lot === undefined || pass.source === 'waitlist') return [];
    const { lotId, expiresAt: lotExpiresAt } = lot;
    const claim = {
      bookingId,
      memberId,
      lotId,
      lotExpiresAt,
      source: pass.source,
      continues: pass.movedFrom?.bookingId,
    };
    try {
      const hasPriority = hasMembership(wallet, now);
      return claimSeat(worlds.classes.get(classId)[world], { ...claim, hasPriority, now }, rules[world]);
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
  const [was = [], wouldBe = []] = seats;
  if (was.length > 0 || wouldBe.length === 0) return false;
  worlds.classes.applyTo('wouldBe', classId, wouldBe);
  settleRefill(scene, wouldBe);
  return true;
}

/** A move to another class, or a cancellation that is undone, if the class lets go of the booking in this world too. */
function decideMove(
  { worlds, now }: Scene,
  world: World,
  wallet: WalletState,
  { data }: Of<'PassMoved'>,
): readonly WalletEvent[] {
  const { memberId, classId, toClassId } = data;
  const state: ClassState = worlds.classes.get(classId)[world];
  const bookingId = wallet.passes.has(data.bookingId)
    ? data.bookingId
    : (findSeatOfMember(state, memberId)?.bookingId ?? data.bookingId);
  const own = { bookingId, memberId, now };
  if (toClassId === classId) assertUndoable(state, own);
  else assertMovable(state, own);
  return movePass(wallet, { ...data, bookingId, now });
}

function repeatRestoration(scene: Scene, { data }: Of<'LotRestored'>, events: readonly WalletEvent[]): void {
  const { memberId, lotId, demanded, reason } = data;
  const { rules, now } = scene;
  const cause = reason === 'dispute_won' ? 'dispute' : 'refund';
  scene.worlds.wallets.repeat(
    memberId,
    events,
    (wallet, world) => takeBack(wallet, { memberId, lotId, demanded, cause, now }, rules[world]),
    hasSameRules(scene),
  );
}

function repeatRevocation(scene: Scene, { data }: Of<'LotRevoked'>, events: readonly WalletEvent[]): void {
  const { worlds, rules, now } = scene;
  const { memberId, lotId, demanded, reason, adjustment } = data;
  worlds.wallets.repeat(
    memberId,
    events,
    (wallet, world) => {
      if (reason === 'refund' || reason === 'dispute')
        return takeBack(wallet, { memberId, lotId, demanded, cause: reason, now }, rules[world]);
      if (adjustment === undefined) return revokeLot(wallet, { memberId, lotId, reason, now });
      const passes = events.reduce(
        (sum, event) => sum + (event.type === 'LotRevoked' ? event.data.passes : 0),
        0,
      );
      return takePasses(wallet, { memberId, passes, ...adjustment, now });
    },
    hasSameRules(scene),
  );
}
