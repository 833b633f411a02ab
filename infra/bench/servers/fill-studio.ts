import { randomUUID } from 'node:crypto';
import type { ClassEvent } from '../../../services/domain/class/events.ts';
import type { StudioEvent } from '../../../services/domain/registry.ts';
import type { WalletEvent } from '../../../services/domain/wallet/events.ts';
import type { Runtime } from '../../runtime/connect.ts';

const seats = 7;
const classesADay = 10;
const dayMs = 86_400_000;
/** Above what a running studio uses. */
const firstId = 600_000_000;
const appendsAtOnce = 64;

const given = ['Ann', 'Bea', 'Cara', 'Dana', 'Esme', 'Fay', 'Gwen', 'Holly', 'Iris', 'June'];
const family = ['Shore', 'Harbour', 'Pier', 'Marsh', 'Cliff', 'Dunes', 'Cove', 'Reef', 'Tide', 'Sands'];

interface Stream {
  readonly name: string;
  readonly events: StudioEvent[];
}

function memberStreams(memberId: string, index: number, now: Date): [Stream, Stream] {
  const at = new Date(now.getTime() - (index % 700) * dayMs).toISOString();
  const name = `${given[index % 10]} ${family[Math.floor(index / 10) % 10]} ${index}`;
  const personal = { name, email: `member.${index}@example.com`, phone: '07700 900123', dateOfBirth: null };
  return [
    { name: `member-${memberId}`, events: [{ type: 'MemberSignedUp', data: { memberId, personal, at } }] },
    {
      name: `wallet-${memberId}`,
      events: [
        {
          type: 'LotGranted',
          data: {
            memberId,
            lotId: `lot-${memberId}`,
            kind: 'purchase',
            passName: '10 Class Pass',
            passes: 10,
            pricePence: 20_000,
            expiresAt: new Date(now.getTime() + (30 + (index % 60)) * dayMs).toISOString(),
            passId: 6,
            paymentIntentId: null,
            offer: null,
            at,
          },
        },
      ],
    },
  ];
}

/** A class with its seats taken, some of them attended, and what that does to the wallets. */
function fullClass(index: number, sitters: readonly string[], now: Date) {
  const classId = firstId + index;
  const at = new Date(now.getTime() - 400 * dayMs).toISOString();
  const startsAt = new Date(now.getTime() - (Math.floor(index / classesADay) - 5) * dayMs);
  const date = startsAt.toISOString().slice(0, 10);
  const time = `${String(7 + (index % classesADay)).padStart(2, '0')}:00`;
  const plan = { level: 'beginner', date, time, durationMinutes: 50, capacity: seats, instructorId: 1 };
  const classStartsAt = `${date}T${time}:00.000Z`;
  const events: ClassEvent[] = [
    { type: 'ClassScheduled', data: { classId, ...plan, startsAt: classStartsAt, at } },
  ];
  const moves: { memberId: string; events: WalletEvent[] }[] = [];
  for (const [seat, memberId] of sitters.entries()) {
    const lotId = `lot-${memberId}`;
    const bookingId = firstId + index * seats + seat;
    const pass = { memberId, lotId, bookingId, classId, at };
    events.push({ type: 'SeatBooked', data: { ...pass, source: 'member', freeUntil: classStartsAt } });
    if (startsAt < now && seat < 5)
      events.push({
        type: 'AttendanceMarked',
        data: { classId, bookingId, memberId, attended: seat < 4, markedAt: at, at },
      });
    moves.push({
      memberId,
      events: [
        { type: 'PassHeld', data: { ...pass, classStartsAt, source: 'member' } },
        { type: 'PassSpent', data: pass },
      ],
    });
  }
  return { stream: { name: `class-${classId}`, events }, moves };
}

/** Members with names and passes, and bookings of a year of full classes, in the shape that the product's commands give them. */
export async function fillStudio(
  { eventStore, memberKeys }: Runtime<StudioEvent>,
  { members, bookings }: { members: number; bookings: number },
): Promise<void> {
  const now = new Date();
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const streams: Stream[] = [];
  const wallets = new Map<string, Stream>();
  for (const [index, memberId] of memberIds.entries()) {
    const [member, wallet] = memberStreams(memberId, index, now);
    streams.push(member, wallet);
    wallets.set(memberId, wallet);
  }
  for (let index = 0; index * seats < bookings; index += 1) {
    const wanted = Math.min(seats, bookings - index * seats);
    // By a step without a common divisor, so that neighbours in the list don't share all their classes.
    const sitters = Array.from(
      { length: wanted },
      (_, seat) => memberIds[((index * seats + seat) * 7) % members] ?? '',
    );
    const { stream, moves } = fullClass(index, sitters, now);
    streams.push(stream);
    for (const { memberId, events } of moves) wallets.get(memberId)?.events.push(...events);
  }
  const context = { now, actor: { kind: 'system', name: 'bench' } as const };
  for (let from = 0; from < memberIds.length; from += appendsAtOnce) {
    await Promise.all(memberIds.slice(from, from + appendsAtOnce).map((id) => memberKeys.create(id)));
  }
  for (let from = 0; from < streams.length; from += appendsAtOnce) {
    await Promise.all(
      streams
        .slice(from, from + appendsAtOnce)
        .map(({ name, events }) =>
          eventStore.append(name, 'no_stream', events, { ...context, commandId: randomUUID() }),
        ),
    );
  }
}
