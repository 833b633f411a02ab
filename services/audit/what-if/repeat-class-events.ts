import { markAttendance } from '#domain/class/decide-attendance.ts';
import { claimSeat, releaseSeat, reserveSeat, withdrawSeat } from '#domain/class/decide-seats.ts';
import { confirmWaitlistPlace } from '#domain/class/decide-stakes.ts';
import { cancelClass, changeClass, markClassFull } from '#domain/class/decide-timetable.ts';
import { joinWaitlist, leaveWaitlist } from '#domain/class/decide-waitlist.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import { lapseReservation } from '#domain/class/lapse-reservation.ts';
import { type ClassState, findSeatOfMember } from '#domain/class/state.ts';
import { takeBackClass } from '#domain/class/take-back.ts';
import { unholdPass } from '#domain/wallet/decide-passes.ts';
import { hasMembership } from '#domain/wallet/state.ts';
import type { Scene } from './scene.ts';
import { settleRefill, settleRelease } from './settle.ts';
import { isSameDue } from './waitlist.ts';
import type { World } from './worlds.ts';

type Of<Type extends ClassEvent['type']> = Extract<ClassEvent, { type: Type }>;

type Decide = (state: ClassState, world: World) => readonly ClassEvent[];

/** The member's seat in a world: that of the booking, or of another one that the member has there instead. */
const findSeat = (state: ClassState, { bookingId, memberId }: { bookingId: number; memberId: string }) => {
  const seat = state.seats.get(bookingId);
  return seat !== undefined ? seat : findSeatOfMember(state, memberId);
};

/** Repeats what one append recorded about a class, in both worlds. */
export function repeatClassEvents(scene: Scene, classId: number, events: readonly ClassEvent[]): void {
  const { worlds, now } = scene;
  const cancelled = events.find((event) => event.type === 'ClassCancelled');
  const [first] = cancelled === undefined ? events : [cancelled];
  if (first === undefined) return;
  const repeat = (decide: Decide, isSameByRule = true) =>
    worlds.classes.repeat(classId, events, decide, isSameByRule);
  switch (first.type) {
    case 'ClassScheduled':
      worlds.classes.applyToBoth(classId, events);
      break;
    case 'ClassChanged':
      repeat((state) => changeClass(state, { ...first.data, now }));
      break;
    case 'ClassMarkedFull':
    case 'ClassReopened':
      repeat((state) => markClassFull(state, { isMarkedFull: first.type === 'ClassMarkedFull', now }));
      break;
    case 'ClassCancelled':
      if (first.data.because === 'application_undone') repeat((state) => takeBackClass(state, { now }));
      else repeatCancelledClass(scene, classId, repeat);
      break;
    case 'SeatBooked':
      repeatBooking(scene, first, events, repeat);
      break;
    case 'SeatReleased':
      repeatRelease(scene, first, repeat);
      break;
    case 'AttendanceMarked': {
      const { attended, markedAt } = first.data;
      repeat((state) => {
        const bookingId = findSeat(state, first.data)?.bookingId ?? first.data.bookingId;
        return markAttendance(state, { bookingId, attended, markedAt: new Date(markedAt), now });
      });
      break;
    }
    case 'SeatReserved': {
      const wallets = worlds.wallets.get(first.data.memberId);
      repeat(
        (state, world) => {
          const hasPriority = hasMembership(wallets[world], now);
          return reserveSeat(state, { ...first.data, hasPriority, now }, scene.rules[world]);
        },
        hasSameRules(scene) && wallets.was === wallets.wouldBe,
      );
      break;
    }
    case 'ReservationLapsed':
      repeat((state) => lapseReservation(state, { ...first.data, now }));
      break;
    case 'WaitlistJoined':
      repeat(
        (state, world) => joinWaitlist(state, { ...first.data, now }, scene.rules[world]),
        hasSameRules(scene),
      );
      break;
    case 'WaitlistLeft':
      repeat((state) => leaveWaitlist(state, { ...first.data, now }));
      break;
    case 'WaitlistConfirmed':
      repeat((state) => {
        const startsAt = state.details?.startsAt ?? '';
        return confirmWaitlistPlace(state, { ...first.data, startsAt, now });
      });
      break;
    case 'WaitlistSkipped':
    case 'SpotOffered':
    case 'OfferLapsed':
    case 'SpotAnnounced':
      repeatWaitlistStep(scene, classId, events);
      break;
    // They follow from a change of the class or from a booking, in the same append.
    case 'LateCancellationRefilled':
    case 'OfferWithdrawn':
    case 'WaitlistAsked':
      worlds.classes.applyToBoth(classId, events);
      break;
  }
}

const hasSameRules = ({ rules }: Scene): boolean => rules.was === rules.wouldBe;

/** What the studio did by itself happens in the world that would be if the same is due there; else that world does its own. */
function repeatWaitlistStep(scene: Scene, classId: number, events: readonly ClassEvent[]): void {
  const { classes } = scene.worlds;
  const { was, wouldBe } = classes.get(classId);
  const isSame = (hasSameRules(scene) && was === wouldBe) || isSameDue(scene, classId);
  if (isSame) classes.applyToBoth(classId, events);
  else classes.applyTo('was', classId, events);
}

function repeatBooking(
  scene: Scene,
  { data }: Of<'SeatBooked'>,
  recorded: readonly ClassEvent[],
  repeat: (decide: Decide, isSameByRule?: boolean) => readonly ClassEvent[],
): void {
  const { worlds, rules, now } = scene;
  const { bookingId, memberId, source } = data;
  const wallets = worlds.wallets.get(memberId);
  const wouldBe = repeat(
    (state, world) => {
      const wallet = wallets[world];
      const pass = wallet.passes.get(bookingId);
      const lot = pass?.status === 'held' ? wallet.lots.get(pass.lotId) : undefined;
      if (pass === undefined || lot === undefined) return [];
      const { lotId, expiresAt: lotExpiresAt } = lot;
      const claim = {
        bookingId,
        memberId,
        lotId,
        lotExpiresAt,
        source,
        continues: pass.movedFrom?.bookingId,
      };
      return claimSeat(state, { ...claim, hasPriority: hasMembership(wallet, now), now }, rules[world]);
    },
    hasSameRules(scene) && wallets.was === wallets.wouldBe,
  );
  settleRefill(scene, wouldBe, recorded);
  const seat = worlds.classes.get(data.classId).wouldBe.seats.get(bookingId);
  if (seat !== undefined) return;
  // The class refuses in the world that would be: the pass is free again.
  worlds.wallets.applyTo('wouldBe', memberId, unholdPass(wallets.wouldBe, { memberId, bookingId, now }));
}

function repeatRelease(
  scene: Scene,
  { data }: Of<'SeatReleased'>,
  repeat: (decide: Decide, isSameByRule?: boolean) => readonly ClassEvent[],
): void {
  const { worlds, rules, now } = scene;
  const { classId, memberId, reason } = data;
  const wallets = worlds.wallets.get(memberId);
  const { wouldBe: before } = worlds.classes.get(classId);
  const bookingId = findSeat(before, data)?.bookingId ?? data.bookingId;
  repeat(
    (state, world) => {
      const seat = findSeat(state, data);
      const own = { bookingId: seat?.bookingId ?? data.bookingId, now };
      switch (reason) {
        case 'removed':
          return releaseSeat(state, { ...own, by: 'staff' }, rules[world]);
        case 'moved': {
          const hasMoved = wallets[world].passes.get(own.bookingId)?.status === 'moved';
          return hasMoved ? withdrawSeat(state, { ...own, reason }) : [];
        }
        case 'cancelled':
        case 'late_cancelled': {
          const isLate =
            seat !== undefined && !seat.isRescheduled && now.getTime() > Date.parse(seat.freeUntil);
          const undoesBooking = world === 'was' ? isLate && reason === 'cancelled' : isUndone(scene, data);
          return releaseSeat(state, { ...own, by: 'member', undoesBooking }, rules[world]);
        }
        case 'class_cancelled':
          return [];
      }
    },
    hasSameRules(scene) && wallets.was === wallets.wouldBe,
  );
  const released = worlds.classes.get(classId).wouldBe.seats.get(bookingId)?.released;
  if (released === null || released === undefined) return;
  // Without a record of the same, nothing else settles the pass.
  if (bookingId !== data.bookingId || released.returnsPass !== data.returnsPass)
    settleRelease(scene, { classId, memberId, bookingId });
}

/** Whether the member undid the booking itself, which only a late one needs. */
function isUndone(
  { worlds, now }: Scene,
  { classId, bookingId, returnsPass }: Of<'SeatReleased'>['data'],
): boolean {
  const seat = worlds.classes.get(classId).was.seats.get(bookingId);
  return (
    returnsPass && seat !== undefined && !seat.isRescheduled && now.getTime() > Date.parse(seat.freeUntil)
  );
}

function repeatCancelledClass(
  scene: Scene,
  classId: number,
  repeat: (decide: Decide) => readonly ClassEvent[],
): void {
  const { was } = scene.worlds.classes.get(classId);
  const recorded = new Set(
    [...was.seats.values()].filter((seat) => seat.released === null).map((seat) => seat.bookingId),
  );
  for (const event of repeat((state) => cancelClass(state, { now: scene.now })))
    if (event.type === 'SeatReleased' && !recorded.has(event.data.bookingId))
      settleRelease(scene, event.data);
}
