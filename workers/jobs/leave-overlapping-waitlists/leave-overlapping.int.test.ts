import { addMinutes } from 'date-fns/addMinutes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeClass } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { now, Studio } from '#services/commands/testing/studio.fixture.ts';
import { joinWaitlist } from '#services/commands/waitlist/join-waitlist.ts';
import { leaveOverlapping } from './handler.ts';

const nine = '09:30';
const evening = '18:00';

interface Case {
  readonly name: string;
  /** The times of the class that the member books: at first, after a move before the booking, after a move since. */
  readonly times: readonly [string, string, string];
  readonly leaves: boolean;
}

/** The member waits for a class at nine. */
const cases: readonly Case[] = [
  { name: 'leaves where the booked class is at the same time', times: [nine, nine, nine], leaves: true },
  { name: 'leaves where it was moved to that time before', times: [evening, nine, nine], leaves: true },
  { name: 'stays where it was moved to that time since', times: [nine, evening, nine], leaves: false },
  { name: 'stays where it was moved to another time since', times: [nine, nine, evening], leaves: false },
  { name: 'stays where it is at another time', times: [evening, evening, evening], leaves: false },
];

const studio = new Studio();
const { deciders, nextBookingId } = studio.start();
const eventStore = studio.log.connect();

async function moveTo(classId: number, time: string, at: Date): Promise<void> {
  const to = {
    date: '2026-05-16',
    time,
    level: 'beginner',
    durationMinutes: 50,
    capacity: 7,
    instructorId: 1,
  };
  await deciders.handle(classDecider, String(classId), studio.context(at), (state) =>
    changeClass(state, { ...to, now: at }),
  );
}

/** Returns the payloads of the jobs that follow the booking and the joining. */
async function prepare({ times: [first, atBooking, since] }: Case, index: number) {
  const [full, other, memberId] = [index * 10 + 1, index * 10 + 2, `member-${index}`];
  await studio.schedule(full, { capacity: 1, time: nine });
  await studio.schedule(other, { time: first });
  for (const each of [memberId, `rival-${index}`]) await studio.grant(each, 1);
  const book = (classId: number, member: string, at: Date) =>
    bookClass(
      { deciders, nextBookingId },
      { classId, memberId: member, source: 'member' },
      studio.context(at),
    );
  await book(full, `rival-${index}`, now);
  await moveTo(other, atBooking, addMinutes(now, 1));
  const { bookingId } = await book(other, memberId, addMinutes(now, 2));
  const nextWaitlistId = async () => full;
  await joinWaitlist(
    { deciders, nextWaitlistId },
    { classId: full, memberId },
    studio.context(addMinutes(now, 3)),
  );
  const joined = studio.log.events.at(-1);
  await moveTo(other, since, addMinutes(now, 4));
  const revision = Number(joined?.revision);
  return [
    { memberId, since: { bookingId } },
    { memberId, since: { classId: full, revision } },
  ];
}

let jobs: Awaited<ReturnType<typeof prepare>>[];
let projected: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  jobs = [];
  for (const [index, each] of cases.entries()) jobs.push(await prepare(each, index));
  projected = await startProjectedStudio(studio.log.events);
});
afterAll(() => projected?.drop());

const run = (job: Parameters<typeof leaveOverlapping>[1]) =>
  leaveOverlapping({ pool: projected.pool, deciders, eventStore }, job, studio.context());

it.each(cases.map((each, index) => ({ ...each, index })))('$name', async ({ index, leaves }) => {
  const isWaiting = async () => (await studio.classState(index * 10 + 1)).waitlist.length === 1;
  expect(await isWaiting()).toBe(true);
  for (const job of jobs[index] ?? []) await run(job);
  expect(await isWaiting()).toBe(!leaves);
});

it('waits for the read models', async () => {
  await expect(run({ memberId: 'member-0', since: { bookingId: 999 } })).rejects.toThrow(NotProjectedYet);
});
