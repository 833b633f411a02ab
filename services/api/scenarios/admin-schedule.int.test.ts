import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toLondonDay } from '#domain/london-time.ts';
import {
  adminClassAnswer,
  adminClassesAnswer,
  classBookingsAnswer,
  classWarningsAnswer,
  recentBookingsAnswer,
} from '#services/contract/admin-schedule.ts';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import type { Answer } from '#tools/testing/studio-client.ts';
import { type StudioMember, TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const unknown = 2_147_483_647;
const done = z.object({ success: z.literal(true) });
const bookingAdded = z.object({ bookingId: z.number(), creditsRemaining: z.number() });

// Each test moves the clock to a new day.
let studio: TimetableStudio;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(() => studio.startDay());
afterAll(() => studio?.running.remove());

const refusal = ({ status, body }: Answer) => {
  const { code, error } = errorAnswer.parse(body);
  return { code: `${status} ${code}`, error };
};
const dryRun = async (method: string, path: string, body?: object) =>
  (await studio.admin.expect(dryRunAnswer, method, `${path}?dryRun=true`, body)).effects;
const readBookings = (classId: number) =>
  studio.admin.expect(classBookingsAnswer, 'GET', `/api/admin/class-bookings/${classId}`);
const readMemberId = async (member: StudioMember) =>
  (await member.client.expect(z.object({ user: z.object({ id: z.string() }) }), 'GET', '/api/auth/user')).user
    .id;
const addToClass = async (member: StudioMember, classId: number) =>
  studio.admin.call('POST', '/api/admin/add-member-to-class', {
    userId: await readMemberId(member),
    classId,
  });

it('adds one class for one request key, however often it is sent', async () => {
  const instructorId = await studio.addInstructor('Once Only');
  const when = { date: toLondonDay(studio.at(4, '07:00')), time: '07:00' };
  const body = { name: 'beginner', ...when, instructorId, maxCapacity: 5, requestKey: randomUUID() };
  const sent = await Promise.all(
    [1, 2, 3].map(() => studio.admin.expect(adminClassAnswer, 'POST', '/api/admin/classes', body)),
  );
  expect(new Set(sent.map((answer) => answer.class?.id)).size).toBe(1);
  const day = await studio.admin.expect(adminClassesAnswer, 'GET', `/api/admin/classes?date=${when.date}`);
  expect(day.classes.filter((one) => one.instructorId === instructorId)).toHaveLength(1);
});

describe('deleting a class', () => {
  it('does exactly what its dry run lists', async () => {
    const full = await studio.fillClass(studio.at(3, '10:00'));
    // Sends the confirmation: a booking that ends earlier gets none.
    await studio.settle();
    const path = `/api/admin/classes/${full.classId}`;
    const before = await studio.running.query('SELECT count(*)::int AS rows FROM bookings');
    const effects = await dryRun('DELETE', path);
    expect(effects.counts).toEqual({ bookings: 1, passesReturned: 1, passesLost: 0, emails: 4 });
    expect(effects.summary.join(' ')).toMatch(
      /^Beginner on \w{3} \d+ \w{3}, 10:00 with Marina Hale is taken off the timetable\. 1 booking ends\. 1 pass goes back/,
    );
    expect(effects.people.map(({ name }) => name)).toEqual([
      'ann Member',
      'nil Member',
      'bea Member',
      'cat Member',
    ]);
    expect(effects.people[0]?.effect).toMatch(/^Single Class back, valid until/);
    // The dry run changed nothing.
    expect(await full.ann.readCredits()).toBe(0);
    expect(await studio.running.query('SELECT count(*)::int AS rows FROM bookings')).toEqual(before);
    expect((await readBookings(full.classId)).waitlist.map(({ name }) => name)).toEqual([
      'nil Member',
      'bea Member',
      'cat Member',
    ]);

    await studio.admin.expect(done, 'DELETE', path);
    expect(await full.ann.readCredits()).toBe(1);
    expect(await readBookings(full.classId)).toMatchObject({ bookings: [], waitlist: [] });
    const day = `/api/admin/classes?date=${toLondonDay(full.startsAt)}`;
    const { classes } = await studio.admin.expect(adminClassesAnswer, 'GET', day);
    expect(classes.find(({ id }) => id === full.classId)).toBeUndefined();
    await studio.settle();
    expect(await full.ann.readMailKinds()).toEqual(['booking-confirmed', 'booking-cancelled']);
    for (const waiting of [full.nil, full.bea, full.cat])
      expect(await waiting.readMailKinds()).toEqual(['waitlist-class-cancelled']);

    await studio.admin.expect(done, 'DELETE', path);
    expect((await dryRun('DELETE', path)).summary.join(' ')).toContain('already');
    expect(refusal(await studio.admin.call('DELETE', `/api/admin/classes/${unknown}`)).code).toBe(
      '404 CLASS_NOT_FOUND',
    );
  });
});

describe('changing a class', () => {
  it('to another time mails its members and makes their cancellation free', async () => {
    const ann = await studio.addMember('ann');
    const classId = await studio.schedule(studio.at(3, '12:00'));
    await ann.book(classId);
    await studio.settle();
    const path = `/api/admin/classes/${classId}`;
    const plan = studio.plan(studio.at(3, '13:00'));
    const effects = await dryRun('PUT', path, plan);
    expect(effects.counts).toEqual({ bookings: 0, passesReturned: 0, passesLost: 0, emails: 1 });
    expect(effects.people).toMatchObject([{ name: 'ann Member', effect: expect.stringContaining('freely') }]);
    const changed = await studio.admin.expect(adminClassAnswer, 'PUT', path, plan);
    expect(changed.class?.time).toBe('13:00');
    await studio.settle();
    expect(await ann.readMailKinds()).toEqual(['booking-confirmed', 'class-changed']);
    const { bookings } = await ann.client.expect(myBookingsAnswer, 'GET', '/api/my-bookings');
    expect(bookings[0]?.freeCancellationUntil).toBe(bookings[0]?.class.startsAt);

    // Another length is mailed, and listed before.
    const longer = await dryRun('PUT', path, { ...plan, duration: 75 });
    expect(longer.counts.emails).toBe(1);
    expect(longer.summary).toContain('It takes 75 minutes instead of 50.');
    // A change of capacity alone is not mailed.
    const roomier = await dryRun('PUT', path, { ...plan, maxCapacity: 9 });
    expect(roomier.counts.emails).toBe(0);
    expect(roomier.summary.join(' ')).toContain('It has 9 places instead of 1.');
    expect((await dryRun('PUT', path, plan)).summary).toEqual(['Nothing changes.']);
  });

  it('to a substitute is one step, which mails its members the name', async () => {
    const ann = await studio.addMember('ann');
    const classId = await studio.schedule(studio.at(3, '14:00'));
    await ann.book(classId);
    await studio.settle();
    const jo = await studio.addInstructor('Jo Reed');
    const path = `/api/admin/classes/${classId}/instructor`;
    const effects = await dryRun('PATCH', path, { instructorId: jo });
    expect(effects.summary).toContain('Jo Reed teaches it.');
    expect(effects.counts.emails).toBe(1);
    const changed = await studio.admin.expect(adminClassAnswer, 'PATCH', path, { instructorId: jo });
    expect(changed.class).toMatchObject({ instructorName: 'Jo Reed', time: '14:00', maxCapacity: 1 });
    await studio.settle();
    const mail = (await ann.readMails()).at(-1);
    expect(mail).toMatchObject({ kind: 'class-changed', text: expect.stringContaining('Jo Reed') });
    expect(refusal(await studio.admin.call('PATCH', path, { instructorId: unknown })).code).toBe(
      '404 INSTRUCTOR_NOT_FOUND',
    );
  });

  it('warns of clashes without refusing', async () => {
    const plan = studio.plan(studio.at(4, '10:00'));
    const { class: first, warnings } = await studio.admin.expect(
      adminClassAnswer,
      'POST',
      '/api/admin/classes',
      plan,
    );
    expect(warnings).toEqual([]);
    const readWarnings = (changes: Record<string, string | number>) => {
      const { name, date, time, instructorId } = { ...plan, ...changes };
      const query = new URLSearchParams({ name, date, time, instructorId: String(instructorId) });
      if (changes.classId !== undefined) query.set('classId', String(changes.classId));
      return studio.admin.expect(classWarningsAnswer, 'GET', `/api/admin/classes/warnings?${query}`);
    };
    const codes = async (changes: Record<string, string | number>) =>
      (await readWarnings(changes)).warnings.map(({ code }) => code);
    expect((await readWarnings({ time: '10:45' })).warnings).toEqual([
      {
        code: 'INSTRUCTOR_OVERLAP',
        message: 'Marina Hale teaches Beginner at 10:00 on that day (50 minutes).',
      },
    ]);
    expect(await codes({ time: '10:50' })).toEqual([]);
    expect(await codes({ time: '09:15' })).toEqual(['INSTRUCTOR_OVERLAP']);
    expect(await codes({ time: '10:45', classId: first?.id ?? 0 })).toEqual([]);
    expect(await codes({ time: '10:50', name: 'pre & post natal' })).toEqual(['NOT_PRENATAL_SUITABLE']);
    expect(await codes({ date: toLondonDay(studio.at(-1, '10:00')) })).toEqual(['IN_THE_PAST']);
    const clash = await studio.admin.expect(adminClassAnswer, 'POST', '/api/admin/classes', {
      ...plan,
      time: '10:30',
      name: 'pre & post natal',
    });
    expect(clash.warnings.map(({ code }) => code)).toEqual(['INSTRUCTOR_OVERLAP', 'NOT_PRENATAL_SUITABLE']);
    expect(clash.class?.id).toBeGreaterThan(0);
  });
});

describe('staff', () => {
  it('add members beyond the booking window and to a class marked full, but not beyond capacity, to a past class or without a valid pass', async () => {
    const [ann, bea, nil] = await Promise.all([
      studio.addMember('ann'),
      studio.addMember('bea'),
      studio.addMember('nil', 0),
    ]);
    const classId = await studio.schedule(studio.at(12, '10:00'));
    await studio.admin.call('PATCH', `/api/admin/classes/${classId}/mark-full`, { isMarkedFull: true });
    expect(refusal(await addToClass(nil, classId))).toEqual({
      code: '402 NO_PASS',
      error: 'This member has no pass to use. Add a pass first.',
    });
    const { bookingId, creditsRemaining } = bookingAdded.parse((await addToClass(ann, classId)).body);
    expect(creditsRemaining).toBe(0);
    expect(bookingAdded.parse((await addToClass(ann, classId)).body).bookingId).toBe(bookingId);
    expect(refusal(await addToClass(bea, classId))).toEqual({
      code: '409 CLASS_FULL',
      error: 'This class is full. Raise its capacity to add someone.',
    });
    expect(await bea.readCredits()).toBe(1);
    const far = await studio.schedule(studio.at(40, '10:00'));
    expect(refusal(await addToClass(bea, far))).toEqual({
      code: '402 NO_PASS',
      error: 'This member’s passes run out before this class.',
    });
    const past = await studio.schedule(studio.at(-1, '10:00'));
    expect(refusal(await addToClass(bea, past)).code).toBe('409 CLASS_PAST');
    const body = { userId: 'nobody', classId };
    expect(refusal(await studio.admin.call('POST', '/api/admin/add-member-to-class', body)).code).toBe(
      '404 NOT_FOUND',
    );
    expect((await readBookings(classId)).bookings).toMatchObject([
      {
        id: bookingId,
        status: 'confirmed',
        attended: null,
        user: {
          name: 'ann Member',
          email: expect.stringMatching(/^ann\.\d+@example\.com$/),
          phone: '07700 900123',
        },
        pass: { name: 'Single Class' },
      },
    ]);
    expect(refusal(await studio.admin.call('GET', `/api/admin/class-bookings/${unknown}`)).code).toBe(
      '404 CLASS_NOT_FOUND',
    );
    const { bookings } = await studio.admin.expect(recentBookingsAnswer, 'GET', '/api/admin/recent-bookings');
    expect(bookings[0]).toMatchObject({
      id: bookingId,
      user: { name: 'ann Member' },
      class: { id: classId, name: 'beginner', time: '10:00', instructorName: 'Marina Hale' },
    });
  });

  it('remove a late booking with its pass returned, as the dry run lists', async () => {
    const full = await studio.fillClass(studio.at(0, '20:00'));
    const path = `/api/admin/remove-booking/${full.bookingId}`;
    const effects = await dryRun('DELETE', path);
    expect(effects.counts).toEqual({ bookings: 1, passesReturned: 1, passesLost: 0, emails: 1 });
    expect(effects.summary[0]).toMatch(/^ann Member loses the place in Beginner on/);
    expect(effects.summary.join(' ')).toContain('The spot goes to the waitlist (3 people wait).');
    expect(await full.ann.readCredits()).toBe(0);
    await studio.admin.expect(done, 'DELETE', path);
    expect(await full.ann.readCredits()).toBe(1);
    await studio.settle();
    expect(await full.ann.readMailKinds()).toContain('booking-cancelled');
    expect(refusal(await studio.admin.call('DELETE', path)).code).toBe('409 ALREADY_CANCELLED');
    expect(refusal(await studio.admin.call('DELETE', `${path}?dryRun=true`)).code).toBe(
      '409 ALREADY_CANCELLED',
    );
    expect(refusal(await studio.admin.call('DELETE', `/api/admin/remove-booking/${unknown}`)).code).toBe(
      '404 BOOKING_NOT_FOUND',
    );
  });

  it('other than admins are refused', async () => {
    const ann = await studio.addMember('ann', 0);
    const instructor = await studio.visitor.staff('instructor');
    for (const [method, path, body] of [
      ['GET', '/api/admin/class-bookings/1', undefined],
      ['GET', '/api/admin/recent-bookings', undefined],
      ['DELETE', '/api/admin/classes/1?dryRun=true', undefined],
      ['DELETE', '/api/admin/remove-booking/1', undefined],
      ['DELETE', '/api/admin/instructors/1', undefined],
      ['PATCH', '/api/admin/classes/1/instructor', { instructorId: 1 }],
      ['POST', '/api/admin/add-member-to-class', { userId: 'x', classId: 1 }],
    ] as const) {
      expect(refusal(await studio.visitor.call(method, path, body)).code).toBe('401 UNAUTHENTICATED');
      expect(refusal(await ann.client.call(method, path, body)).code).toBe('403 FORBIDDEN');
      expect(refusal(await instructor.call(method, path, body)).code).toBe('403 FORBIDDEN');
    }
  });
});

describe('an instructor', () => {
  it('can be removed once they have no future class', async () => {
    const kim = await studio.addInstructor('Kim Vale', true);
    const path = `/api/admin/instructors/${kim}`;
    const plan = { ...studio.plan(studio.at(5, '10:00')), instructorId: kim, name: 'advanced' };
    const made = await studio.admin.expect(adminClassAnswer, 'POST', '/api/admin/classes', plan);
    const past = { ...plan, date: toLondonDay(studio.at(-2, '10:00')) };
    const { class: held } = await studio.admin.expect(adminClassAnswer, 'POST', '/api/admin/classes', past);
    for (const query of ['', '?dryRun=true']) {
      const refused = await studio.admin.call('DELETE', path + query);
      expect(refusal(refused).code).toBe('409 INSTRUCTOR_HAS_CLASSES');
      expect(refusal(refused).error).toMatch(/^This instructor still has a class to come\./);
      expect(errorAnswer.parse(refused.body).classes).toEqual([
        { id: made.class?.id, name: 'advanced', date: plan.date, time: '10:00' },
      ]);
    }
    await studio.admin.expect(done, 'DELETE', `/api/admin/classes/${made.class?.id}`);
    const effects = await dryRun('DELETE', path);
    expect(effects.summary[0]).toBe(
      'Kim Vale is removed from the team and can no longer be chosen for a class.',
    );
    await studio.admin.expect(done, 'DELETE', path);
    expect(refusal(await studio.admin.call('POST', '/api/admin/classes', plan)).code).toBe(
      '404 INSTRUCTOR_NOT_FOUND',
    );
    expect(refusal(await studio.admin.call('DELETE', `/api/admin/instructors/${unknown}`)).code).toBe(
      '404 INSTRUCTOR_NOT_FOUND',
    );
    // A past class keeps the name.
    const day = `/api/admin/classes?date=${past.date}`;
    const { classes } = await studio.admin.expect(adminClassesAnswer, 'GET', day);
    expect(classes.find(({ id }) => id === held?.id)?.instructorName).toBe('Kim Vale');
  });

  it('is never both removed and assigned to a future class when the two race', async () => {
    for (let round = 0; round < 8; round += 1) {
      const instructorId = await studio.addInstructor(`Racer ${round}`);
      const plan = { ...studio.plan(studio.at(6, '10:00')), instructorId };
      const [scheduled, removed] = await Promise.all([
        studio.admin.call('POST', '/api/admin/classes', plan),
        studio.admin.call('DELETE', `/api/admin/instructors/${instructorId}`),
      ]);
      expect([scheduled.status === 200, removed.status === 200].filter(Boolean)).toHaveLength(1);
    }
  });
});

it('extends a pass that would soon lapse by a week when its class is deleted, as the dry run lists', async () => {
  const ann = await studio.addMember('ann');
  const classId = await studio.schedule(studio.at(13, '10:00'));
  bookingAdded.parse((await addToClass(ann, classId)).body);
  await studio.clock.moveTo(studio.at(12, '12:00'));
  const effects = await dryRun('DELETE', `/api/admin/classes/${classId}`);
  expect(effects.summary).toContain('One of them would lapse within 7 days, so its time is extended.');
  expect(effects.people[0]?.effect).toMatch(/^Single Class back, extended to/);
  await studio.admin.expect(done, 'DELETE', `/api/admin/classes/${classId}`);
  const lots = z.array(z.object({ expiresAt: z.string() }));
  const passes = await ann.client.expect(lots, 'GET', '/api/user/passes');
  expect(toLondonDay(new Date(passes[0]?.expiresAt ?? ''))).toBe(toLondonDay(studio.at(19, '12:00')));
});
