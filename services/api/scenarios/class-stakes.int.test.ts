import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toLondonDay, toLondonTime } from '#domain/london-time.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import {
  listDifferences,
  openStakedClass,
  readShown,
  type StakedClass,
} from '../testing/class-stakes.fixture.ts';
import { type StudioMember, TimetableStudio } from '../testing/timetable-studio.fixture.ts';

// Eleven classes, each with three members.
vi.setConfig({ testTimeout: 600_000 });

let studio: TimetableStudio;
let instructor: StudioClient;
let substitute: number;
beforeAll(async () => {
  studio = await TimetableStudio.start();
  await studio.startDay();
  instructor = await studio.visitor.staff('instructor');
  const made = z.object({ instructor: z.object({ id: z.number() }) });
  const body = { name: 'Jo Reed' };
  substitute = (await studio.admin.expect(made, 'POST', '/api/admin/instructors', body)).instructor.id;
});
afterAll(() => studio?.running.remove());

interface Change {
  readonly method: 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const at = (days: number, time: string) => {
  const startsAt = studio.at(days, time);
  return { date: toLondonDay(startsAt), time: toLondonTime(startsAt) };
};
const plan = (changes: object = {}, capacity = 2) => ({
  ...studio.plan(studio.at(1, '10:00'), capacity),
  ...changes,
});
const put = (body: object): Change => ({ method: 'PUT', path: '', body });
const mark = (isMarkedFull: boolean): Change => ({
  method: 'PATCH',
  path: '/mark-full',
  body: { isMarkedFull },
});
const remove: Change = { method: 'DELETE', path: '' };

/** Every change of a class that staff can make. */
const changes: readonly {
  readonly name: string;
  readonly change: () => Change;
  readonly before?: () => Change;
  readonly isBooked?: false;
}[] = [
  { name: 'move by 1 hour', change: () => put(plan(at(1, '11:00'))) },
  { name: 'move by 5 hours', change: () => put(plan(at(1, '15:00'))) },
  { name: 'move to another day', change: () => put(plan(at(3, '10:00'))) },
  { name: 'another level', change: () => put(plan({ name: 'advanced' })) },
  {
    name: 'another instructor',
    change: () => ({ method: 'PATCH', path: '/instructor', body: { instructorId: substitute } }),
  },
  { name: 'another length', change: () => put(plan({ duration: 40 })) },
  { name: 'fewer places', change: () => put(plan({}, 1)) },
  { name: 'marked full', change: () => mark(true) },
  { name: 'reopened', before: () => mark(true), change: () => mark(false) },
  { name: 'called off', change: () => remove },
  { name: 'deleted, nobody booked', isBooked: false, change: () => remove },
];

const send = (client: StudioClient, { classId }: StakedClass, { method, path, body }: Change, query = '') =>
  client.call(method, `/api/admin/classes/${classId}${path}${query}`, body);

const readKinds = async (member: StudioMember | null) => (member ? await member.readMailKinds() : []);

/** Makes one change and describes what each stakeholder is sent and shown, and how the dry run counted them. */
async function tryChange({ name, change, before, isBooked }: (typeof changes)[number], staked: StakedClass) {
  const people = { seat: staked.seat, waiting: staked.waiting, offered: staked.offered };
  if (before !== undefined) {
    await send(studio.admin, staked, before());
    await studio.settle();
  }
  const shownBefore = await readShown(staked, instructor);
  const mailsBefore = {
    seat: (await readKinds(people.seat)).length,
    waiting: (await readKinds(people.waiting)).length,
    offered: (await readKinds(people.offered)).length,
  };
  const dry = await send(studio.admin, staked, change(), '?dryRun=true');
  const { counts, stakes } = dryRunAnswer.parse(dry.body).effects;
  expect([name, await readShown(staked, instructor)]).toEqual([name, shownBefore]);
  expect([name, (await send(studio.admin, staked, change())).status]).toEqual([name, 200]);
  await studio.settle();
  const shown = await readShown(staked, instructor);
  const mails = {
    seat: (await readKinds(people.seat)).slice(mailsBefore.seat),
    waiting: (await readKinds(people.waiting)).slice(mailsBefore.waiting),
    offered: (await readKinds(people.offered)).slice(mailsBefore.offered),
  };
  // The waitlist's own next step, such as a new offer, is no effect of the change itself.
  const noticeKinds = Object.values(mails)
    .flat()
    .filter((kind) => kind !== 'waitlist-offered');
  expect([name, counts.emails]).toEqual([name, noticeKinds.length]);
  const cell = (who: 'seat' | 'waiting' | 'offered') =>
    isBooked === false && who === 'seat'
      ? 'nobody'
      : `${mails[who].toSorted().join(' + ') || 'no mail'} | ${listDifferences(shownBefore[who], shown[who])}`;
  return {
    change: name,
    seat: cell('seat'),
    waiting: cell('waiting'),
    offered: cell('offered'),
    instructor: listDifferences(shownBefore.instructor, shown.instructor),
    feed: isBooked === false ? 'nobody' : listDifferences(shownBefore.feed, shown.feed),
    counted: stakes
      ? `${stakes.seats} seat, ${stakes.waiting} waiting, ${stakes.offered} offered, ${stakes.feeds} feed, ${counts.emails} mail`
      : 'not counted',
  };
}

type Row = Awaited<ReturnType<typeof tryChange>>;
const columns = ['seat', 'waiting', 'offered', 'instructor', 'feed', 'counted'] as const;

const formatRows = (rows: readonly Row[]) =>
  rows
    .map((row) =>
      [row.change, ...columns.map((column) => `    ${column.padEnd(11)}${row[column]}`)].join('\n'),
    )
    .join('\n');

// In full: what each stakeholder is sent | what their pages then show otherwise, and the counts of the dry run.
const expected = `
move by 1 hour
    seat       class-changed | start, free cancellation until the start
    waiting    waitlist-class-changed | start
    offered    waitlist-offered-again | start, taken back moved
    instructor start
    feed       dtstart, dtend, description
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
move by 5 hours
    seat       class-changed | start, free cancellation until the start
    waiting    waitlist-asked | start, question open
    offered    waitlist-asked | start, offer none, question open, taken back moved
    instructor start
    feed       dtstart, dtend, description
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
move to another day
    seat       class-changed | start, free cancellation until the start
    waiting    waitlist-asked | start, question open
    offered    waitlist-asked | start, offer none, question open, taken back moved
    instructor start
    feed       dtstart, dtend, description
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
another level
    seat       class-changed | level
    waiting    waitlist-class-changed | level
    offered    waitlist-class-changed | level
    instructor level
    feed       summary
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
another instructor
    seat       class-changed | instructor
    waiting    waitlist-class-changed | instructor
    offered    waitlist-class-changed | instructor
    instructor instructor
    feed       description
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
another length
    seat       class-changed | length
    waiting    waitlist-class-changed | length
    offered    waitlist-class-changed | length
    instructor length
    feed       dtend
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
fewer places
    seat       no mail | –
    waiting    no mail | –
    offered    waitlist-withdrawn | offer none, taken back capacity
    instructor places
    feed       –
    counted    1 seat, 1 waiting, 1 offered, 0 feed, 1 mail
marked full
    seat       no mail | –
    waiting    no mail | –
    offered    waitlist-withdrawn | offer none, taken back marked_full
    instructor marked full
    feed       –
    counted    1 seat, 1 waiting, 1 offered, 0 feed, 1 mail
reopened
    seat       no mail | –
    waiting    no mail | –
    offered    waitlist-offered | offer open
    instructor marked full
    feed       –
    counted    1 seat, 2 waiting, 0 offered, 0 feed, 0 mail
called off
    seat       booking-cancelled | status class_cancelled
    waiting    waitlist-class-cancelled | class cancelled, place none
    offered    waitlist-class-cancelled | class cancelled, place none, offer none
    instructor no longer listed
    feed       description, status CANCELLED
    counted    1 seat, 1 waiting, 1 offered, 1 feed, 3 mail
deleted, nobody booked
    seat       nobody
    waiting    waitlist-class-cancelled | class cancelled, place none
    offered    waitlist-class-cancelled | class cancelled, place none, offer none
    instructor no longer listed
    feed       nobody
    counted    0 seat, 1 waiting, 1 offered, 0 feed, 2 mail`;

it('every change notifies each member with a stake, and is counted in its dry run', async () => {
  const opened: StakedClass[] = [];
  for (const { isBooked } of changes)
    opened.push(await openStakedClass(studio, { isBooked: isBooked ?? true }));
  await studio.settle();
  const rows: Row[] = [];
  for (const [index, change] of changes.entries()) {
    const staked = opened[index];
    if (staked === undefined) throw new Error('The class is not there');
    rows.push(await tryChange(change, staked));
  }
  console.log(
    `What is sent | shown for each change of a class, and how its dry run counts\n${formatRows(rows)}`,
  );
  expect(formatRows(rows)).toBe(expected.trimStart());
});
