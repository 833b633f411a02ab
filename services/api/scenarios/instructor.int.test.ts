import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import {
  attendanceAnswer,
  attendeeHealthAnswer,
  type TaughtClass,
  taughtClassesAnswer,
} from '#services/contract/instructor.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openPage } from '../testing/event-stream.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let base: string;
let visitor: StudioClient;
let admin: StudioClient;
let instructor: StudioClient;
let clock: SandboxClock;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  base = studio.process.base;
  visitor = new StudioClient(base);
  [admin, instructor] = await Promise.all([visitor.staff('admin'), visitor.staff('instructor')]);
  clock = new SandboxClock(base);
});
afterAll(() => studio?.remove());

const path = '/api/instructor/classes';
const readTaughtClasses = async (client = instructor) =>
  client.expect(taughtClassesAnswer.strict(), 'GET', path);
const findTaughtClass = async (classId: number): Promise<TaughtClass | undefined> =>
  (await readTaughtClasses()).classes.find(({ id }) => id === classId);
const markAttendance = (bookingId: number, attended: boolean | null, markedAt?: Date) =>
  instructor.expect(attendanceAnswer, 'PUT', `/api/instructor/attendance/${bookingId}`, {
    attended,
    ...(markedAt ? { markedAt: markedAt.toISOString() } : {}),
  });
const healthPath = (classId: number, bookingId: number) => `${path}/${classId}/attendees/${bookingId}/health`;

const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const booked = z.object({ bookingId: z.number() });

async function bookWithNewPass(member: StudioClient, classId: number): Promise<{ bookingId: number }> {
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  await member.buy(classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0);
  return member.expect(booked, 'POST', '/api/bookings', { classId });
}

/** A member who has a place in the class. */
async function attendee(
  email: string,
  classId: number,
): Promise<{ member: StudioClient; bookingId: number }> {
  const member = await visitor.signUp(email, `Attendee ${email.slice(0, 3)}`);
  return { member, ...(await bookWithNewPass(member, classId)) };
}

async function openClass(): Promise<number> {
  const [classId = 0] = await openClasses(admin, 1, 7, await clock.now());
  return classId;
}

const readEvents = (type: string, member: string) =>
  studio.queryEvents(
    `SELECT r.data, r.metadata FROM event_store.readable_events r
     WHERE r.type = $1 AND r.data::jsonb ->> 'memberId' = $2 ORDER BY r.position`,
    [type, member],
  );

const injured = {
  onMedication: false,
  hasInjuries: true,
  injuryDetails: 'left knee',
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  okWithHandsOnCorrections: false,
};

describe('the classes of an instructor', () => {
  it('list the attendees with contact details, but not their health answers', async () => {
    const classId = await openClass();
    const { member, bookingId } = await attendee('ida.instructed@example.com', classId);
    const plain = await attendee('pip.plain@example.com', classId);
    await member.call('PUT', '/api/user/health', injured);
    await waitFor(async () => (await findTaughtClass(classId))?.bookings[0]?.hasHealthNotes);
    expect(await findTaughtClass(classId)).toMatchObject({
      name: 'reformer for all',
      instructorName: 'Test Instructor',
      instructor: { name: 'Test Instructor' },
      maxCapacity: 7,
      bookedCount: 2,
      bookings: [
        {
          id: bookingId,
          attended: null,
          user: { name: 'Attendee ida', email: 'ida.instructed@example.com', phone: '07700 900123' },
          hasHealthNotes: true,
          hasAnsweredHealth: true,
        },
        { id: plain.bookingId, hasHealthNotes: false, hasAnsweredHealth: true },
      ],
    });
    expect(JSON.stringify(await readTaughtClasses())).not.toContain('knee');
  });

  it('name the attendees who have not answered the health questions yet', async () => {
    const classId = await openClass();
    const answer = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signup', {
      name: 'Lena Later',
      email: 'lena.later@example.com',
      phone: '07700 900123',
      password: 'seaside-7',
      answersHealthLater: true,
      hasInjuries: true,
    });
    const lena = new StudioClient(base, answer.token);
    await bookWithNewPass(lena, classId);
    const isKnown = async (expected: boolean) =>
      (await findTaughtClass(classId))?.bookings[0]?.hasAnsweredHealth === expected;
    await waitFor(() => isKnown(false));
    const profile = z.object({
      hasAnsweredHealth: z.boolean(),
      health: z.object({ hasInjuries: z.boolean() }),
    });
    expect(await lena.expect(profile, 'GET', '/api/user/profile')).toMatchObject({
      hasAnsweredHealth: false,
      health: { hasInjuries: false },
    });
    await lena.call('PUT', '/api/user/health', { ...injured, hasInjuries: false, injuryDetails: '' });
    await waitFor(() => isKnown(true));
  });

  it('cover 30 days back to 14 ahead, newest first, without cancelled classes', async () => {
    const made = z.object({ instructor: z.object({ id: z.number() }) });
    const { instructor: teacher } = await admin.expect(made, 'POST', '/api/admin/instructors', {
      name: 'Marina',
    });
    const now = await clock.now();
    const at = async (days: number, time: string) => {
      const body = {
        ...{ name: 'beginner', instructorId: teacher.id, maxCapacity: 3 },
        ...{ date: londonDayIn(days, now), time },
      };
      const scheduled = z.object({ class: z.object({ id: z.number() }) });
      return (await admin.expect(scheduled, 'POST', '/api/admin/classes', body)).class.id;
    };
    const inside = [
      await at(14, '18:00'),
      await at(14, '07:00'),
      await at(-1, '09:00'),
      await at(-30, '09:00'),
    ];
    const outside = [await at(15, '09:00'), await at(-31, '09:00')];
    const { classes, from, to } = await readTaughtClasses();
    const ids = classes.map(({ id }) => id);
    expect(ids.filter((id) => inside.includes(id))).toEqual(inside);
    expect(ids.filter((id) => outside.includes(id))).toEqual([]);
    expect([from, to]).toEqual([londonDayIn(-30, now), londonDayIn(14, now)]);

    const more = await instructor.expect(
      taughtClassesAnswer,
      'GET',
      `${path}?from=${londonDayIn(-31, now)}&to=${londonDayIn(15, now)}`,
    );
    const all = [outside[0], ...inside, outside[1]];
    expect(more.classes.map(({ id }) => id).filter((id) => all.includes(id))).toEqual(all);
    expect([more.from, more.to]).toEqual([londonDayIn(-31, now), londonDayIn(15, now)]);
  });

  it('are open to instructors and admins only', async () => {
    const member = await visitor.signUp('mia.member@example.com');
    const auditor = await visitor.staff('auditor');
    expect((await readTaughtClasses(admin)).success).toBe(true);
    for (const [method, at, body] of [
      ['GET', path],
      ['GET', healthPath(1, 1)],
      ['PUT', '/api/instructor/attendance/1', { attended: true }],
    ] as const) {
      expect(refusal(await visitor.call(method, at, body))).toBe('401 UNAUTHENTICATED');
      expect(refusal(await member.call(method, at, body))).toBe('403 FORBIDDEN');
      expect(refusal(await auditor.call(method, at, body))).toBe('403 FORBIDDEN');
    }
  });
});

describe('health details', () => {
  it('are shown on request, and each reader is recorded once an hour for each class', async () => {
    const [classId = 0, otherClass = 0] = await openClasses(admin, 2, 7, await clock.now());
    const { member, bookingId } = await attendee('hal.health@example.com', classId);
    const second = await member.expect(booked, 'POST', '/api/bookings', { classId: otherClass });
    await member.call('PUT', '/api/user/health', injured);
    const [{ user_id: memberId } = {}] = await studio.query('SELECT user_id FROM bookings WHERE id = $1', [
      bookingId,
    ]);
    const open = () =>
      instructor.expect(attendeeHealthAnswer.strict(), 'GET', healthPath(classId, bookingId));
    expect((await open()).health).toEqual({
      ...injured,
      medicationDetails: null,
      painfulMovementDetails: null,
      dateOfBirth: null,
    });
    await Promise.all([open(), open(), open()]);
    const readings = async () => {
      const events = await readEvents('PersonalDataRead', String(memberId));
      return events.map(({ data, metadata }) =>
        z
          .object({ data: z.object({ classId: z.number(), reader: z.string() }), metadata: z.unknown() })
          .parse({ data: JSON.parse(String(data)), metadata: JSON.parse(String(metadata)) }),
      );
    };
    expect(await readings()).toEqual([
      {
        data: { classId, reader: 'instructor' },
        metadata: expect.objectContaining({ actor: { kind: 'staff', role: 'instructor' } }),
      },
    ]);
    await instructor.call('GET', healthPath(otherClass, second.bookingId));
    await admin.call('GET', healthPath(classId, bookingId));
    expect((await readings()).map(({ data }) => `${data.reader} ${data.classId === classId}`)).toEqual([
      'instructor true',
      'instructor false',
      'admin true',
    ]);
    await clock.moveTo(new Date((await clock.now()).getTime() + millisecondsInHour));
    await open();
    expect(await readings()).toHaveLength(4);

    // Only the attendees of that class are shown.
    expect(refusal(await instructor.call('GET', healthPath(otherClass, bookingId)))).toBe(
      '404 BOOKING_NOT_FOUND',
    );
    await member.call('POST', '/api/cancel-booking', { bookingId });
    expect(refusal(await instructor.call('GET', healthPath(classId, bookingId)))).toBe(
      '404 BOOKING_NOT_FOUND',
    );
    expect(await readings()).toHaveLength(4);
  });
});

describe('attendance', () => {
  it('can be changed repeatedly, is published live and in My Classes, and leaves the wallet unchanged', async () => {
    const classId = await openClass();
    const { member, bookingId } = await attendee('abe.attends@example.com', classId);
    const credits = () => member.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits');
    const before = await credits();
    const page = await openPage(base);
    const shown = async () => (await findTaughtClass(classId))?.bookings[0]?.attended;
    for (const attended of [true, false, null, true]) {
      expect(await markAttendance(bookingId, attended)).toEqual({ success: true, attended });
      expect(await shown()).toBe(attended);
    }
    expect(await markAttendance(bookingId, true)).toEqual({ success: true, attended: true });
    const { bookings } = await member.expect(myBookingsAnswer, 'GET', '/api/my-bookings');
    expect(bookings).toMatchObject([{ id: bookingId, attended: true }]);
    expect(await credits()).toEqual(before);
    const [row] = await studio.query('SELECT user_id FROM bookings WHERE id = $1', [bookingId]);
    expect(await readEvents('AttendanceMarked', String(row?.user_id))).toHaveLength(4);
    await waitFor(() => page.changes.some(({ topics }) => topics.includes('classes')));
    page.close();
  });

  it('follows the latest mark, whatever the order of arrival', async () => {
    const { bookingId } = await attendee('lou.late@example.com', await openClass());
    const now = await clock.now();
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * millisecondsInMinute);
    await markAttendance(bookingId, true, minutesAgo(5));
    expect((await markAttendance(bookingId, false, minutesAgo(10))).attended).toBe(true);
    expect((await markAttendance(bookingId, null, minutesAgo(6))).attended).toBe(true);
    expect((await markAttendance(bookingId, false, minutesAgo(4))).attended).toBe(false);
    // A mark from a device whose clock is fast does not block later marks.
    expect((await markAttendance(bookingId, true, minutesAgo(-600))).attended).toBe(true);
    expect((await markAttendance(bookingId, false)).attended).toBe(false);
  });

  it('is refused for a cancelled or unknown booking', async () => {
    const { member, bookingId } = await attendee('gil.gone@example.com', await openClass());
    const put = (id: number) =>
      instructor.call('PUT', `/api/instructor/attendance/${id}`, { attended: true });
    await member.call('POST', '/api/cancel-booking', { bookingId });
    expect(refusal(await put(bookingId))).toBe('409 ALREADY_CANCELLED');
    expect(refusal(await put(2_000_000_000))).toBe('404 BOOKING_NOT_FOUND');
  });
});

it('shows of an erased member only the booking', async () => {
  const classId = await openClass();
  const { member, bookingId } = await attendee('eli.erased@example.com', classId);
  const found = await findTaughtClass(classId);
  await clock.moveTo(new Date(Date.parse(found?.startsAt ?? '') + millisecondsInHour));
  await member.call('DELETE', '/api/user', { password: 'seaside-7' });
  await waitFor(async () => (await findTaughtClass(classId))?.bookings[0]?.user === null);
  expect((await findTaughtClass(classId))?.bookings[0]).toMatchObject({
    id: bookingId,
    hasHealthNotes: false,
  });
  // Sessions expire by the machine's clock, so this one is still valid.
  expect(refusal(await instructor.call('GET', healthPath(classId, bookingId)))).toBe('404 MEMBER_FORGOTTEN');
  expect((await markAttendance(bookingId, true)).attended).toBe(true);
});
