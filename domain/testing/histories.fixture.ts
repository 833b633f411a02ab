import type { ClassEvent, SeatSource } from '../class/events.ts';
import { endOfLondonDay, toLondonInstant } from '../london-time.ts';
import type { LotGrant } from '../wallet/decide-lots.ts';
import type { WalletEvent } from '../wallet/events.ts';

/** Tuesday 12 May 2026, 10:00 in London: the present of most tests. */
export const now = new Date('2026-05-12T09:00:00.000Z');
export const at = now.toISOString();

export const memberId = 'b7e7f0c4-8d5b-4a57-9b0e-0d8a5e3c9a11';
export const otherId = '1c6f7a52-5b39-4c0e-8a53-5a6b9f2e7d22';

/** Saturday 16 May 2026, 09:30 in London. */
export const classPlan = {
  level: 'beginner',
  date: '2026-05-16',
  time: '09:30',
  durationMinutes: 50,
  capacity: 2,
  instructorId: 3,
};
export const classStartsAt = toLondonInstant(classPlan.date, classPlan.time).toISOString();

export function classScheduled(changes: Partial<typeof classPlan> = {}): ClassEvent {
  const plan = { ...classPlan, ...changes };
  const startsAt = toLondonInstant(plan.date, plan.time).toISOString();
  return { type: 'ClassScheduled', data: { classId: 7, ...plan, startsAt, at } };
}

export function classChanged(changes: Partial<typeof classPlan>, freesCancellation: boolean): ClassEvent {
  const plan = { ...classPlan, ...changes };
  const startsAt = toLondonInstant(plan.date, plan.time).toISOString();
  return { type: 'ClassChanged', data: { classId: 7, freesCancellation, ...plan, startsAt, at } };
}

export function seatBooked(
  bookingId: number,
  member = memberId,
  changes: { source?: SeatSource; freeUntil?: string; at?: string } = {},
): ClassEvent {
  return {
    type: 'SeatBooked',
    data: {
      classId: 7,
      bookingId,
      memberId: member,
      lotId: 'lot-a',
      source: 'member',
      freeUntil: '2026-05-15T08:30:00.000Z',
      rulesVersion: 0,
      at,
      ...changes,
    },
  };
}

export const grant: LotGrant = {
  memberId,
  lotId: 'lot-a',
  kind: 'purchase',
  passName: '5 Class Pass',
  passes: 5,
  pricePence: 11_000,
  expiresAt: endOfLondonDay('2026-07-12').toISOString(),
  passId: 5,
  paymentIntentId: 'pi_a',
  offer: null,
};

export function lotGranted(changes: Partial<LotGrant> = {}): WalletEvent {
  return { type: 'LotGranted', data: { ...grant, ...changes, at } };
}

export function passMove(bookingId: number, lotId = 'lot-a', classId = 7) {
  return { memberId, lotId, bookingId, classId, at };
}

export function passHeld(bookingId: number, lotId = 'lot-a', classId = 7): WalletEvent {
  return {
    type: 'PassHeld',
    data: { ...passMove(bookingId, lotId, classId), classStartsAt, source: 'member' },
  };
}

export function passSpent(bookingId: number, lotId = 'lot-a', classId = 7): WalletEvent {
  return { type: 'PassSpent', data: passMove(bookingId, lotId, classId) };
}
