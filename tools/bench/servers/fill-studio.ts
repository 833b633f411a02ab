import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { ClassEvent } from '#domain/class/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { appendStreams, createKeys, createMemberStreams, type NewStream } from '../studio/make-members.ts';

const seats = 7;
const classesPerDay = 10;
/** Above the ids of a running studio. */
const firstId = 600_000_000;

/** Creates the events of a full class with attendance, and those of the wallets. */
function createFullClass(index: number, bookers: readonly string[], now: Date) {
  const classId = firstId + index;
  const at = new Date(now.getTime() - 400 * millisecondsInDay).toISOString();
  const startsAt = new Date(now.getTime() - (Math.floor(index / classesPerDay) - 5) * millisecondsInDay);
  const date = startsAt.toISOString().slice(0, 10);
  const time = `${String(7 + (index % classesPerDay)).padStart(2, '0')}:00`;
  const plan = { level: 'beginner', date, time, durationMinutes: 50, capacity: seats, instructorId: 1 };
  const classStartsAt = `${date}T${time}:00.000Z`;
  const events: ClassEvent[] = [
    { type: 'ClassScheduled', data: { classId, ...plan, startsAt: classStartsAt, at } },
  ];
  const walletEvents: { memberId: string; events: WalletEvent[] }[] = [];
  for (const [seat, memberId] of bookers.entries()) {
    const lotId = `lot-${memberId}`;
    const bookingId = firstId + index * seats + seat;
    const pass = { memberId, lotId, bookingId, classId, at };
    events.push({ type: 'SeatBooked', data: { ...pass, source: 'member', freeUntil: classStartsAt } });
    if (startsAt < now && seat < 5)
      events.push({
        type: 'AttendanceMarked',
        data: { classId, bookingId, memberId, attended: seat < 4, markedAt: at, at },
      });
    walletEvents.push({
      memberId,
      events: [
        { type: 'PassHeld', data: { ...pass, classStartsAt, source: 'member' } },
        { type: 'PassSpent', data: pass },
      ],
    });
  }
  return { stream: { name: `class-${classId}`, events }, walletEvents };
}

/** Appends members with passes and a year of full classes, as the product's commands would. */
export async function fillStudio(
  runtime: Pick<Runtime<StudioEvent>, 'eventStore' | 'memberKeys'>,
  { members, bookings, passes = 10 }: { members: number; bookings: number; passes?: number },
): Promise<void> {
  const now = new Date();
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const streams: NewStream[] = [];
  const wallets = new Map<string, NewStream>();
  for (const [index, memberId] of memberIds.entries()) {
    const { member, wallet } = createMemberStreams({
      memberId,
      index,
      passes,
      joinedAt: new Date(now.getTime() - (2 + (index % 700)) * millisecondsInDay),
      expiresAt: new Date(now.getTime() + (30 + (index % 60)) * millisecondsInDay),
    });
    streams.push(member, wallet);
    wallets.set(memberId, wallet);
  }
  for (let index = 0; index * seats < bookings; index += 1) {
    const seatCount = Math.min(seats, bookings - index * seats);
    // A step without a common divisor, so that neighbours in the list do not share all classes.
    const bookers = Array.from(
      { length: seatCount },
      (_, seat) => memberIds[((index * seats + seat) * 7) % members] ?? '',
    );
    const { stream, walletEvents } = createFullClass(index, bookers, now);
    streams.push(stream);
    for (const { memberId, events } of walletEvents) wallets.get(memberId)?.events.push(...events);
  }
  await createKeys(runtime, memberIds);
  await appendStreams(runtime, streams, now);
}
