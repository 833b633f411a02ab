import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, getMonday, toLondonInstant } from '#domain/london-time.ts';
import {
  applyTemplateAnswer,
  applyTemplateDryRun,
  templateAnswer,
  templateClassAnswer,
  undoTemplateAnswer,
  weeklyClassCountsAnswer,
  weeklyTemplatesAnswer,
} from '#services/contract/admin-templates.ts';
import { closureAnswer } from '#services/contract/closures.ts';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const classList = z.object({ classes: z.array(z.object({ id: z.number(), time: z.string() })) });
const times = ['07:00', '09:00', '11:00', '13:00'];

let studio: TimetableStudio;
/** The Monday after the present day, which no other test has, and the template of four classes on it. */
let week = '';
let templateId: number;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(async () => {
  // Not ever further ahead, where a pass bought today would have ended.
  if (week !== '') await studio.clock.moveTo(toLondonInstant(week, '20:00'));
  await studio.startDay();
  week = addDaysToDay(getMonday(studio.dayIn(0)), 7);
  const name = { name: 'A week' };
  const made = await studio.admin.expect(templateAnswer, 'POST', '/api/admin/weekly-templates', name);
  templateId = made.template?.id ?? 0;
  const { instructorId } = studio.plan(studio.at(0, '12:00'));
  for (const time of times) {
    const body = { templateId, dayOfWeek: 1, name: 'beginner', time, instructorId, maxCapacity: 1 };
    await studio.admin.expect(templateClassAnswer, 'POST', '/api/admin/template-classes', body);
  }
});
afterAll(() => studio?.running.remove());

const body = () => ({ templateId, weekStartDate: week });
const apply = () => studio.admin.expect(applyTemplateAnswer, 'POST', '/api/admin/apply-template', body());
const preview = () =>
  studio.admin.expect(applyTemplateDryRun, 'POST', '/api/admin/apply-template?dryRun=true', body());
const undo = (application?: number) =>
  studio.admin.expect(undoTemplateAnswer, 'POST', '/api/admin/undo-template', { ...body(), application });
const readClasses = async () =>
  (await studio.admin.expect(classList, 'GET', `/api/admin/classes?date=${week}`)).classes;
const readIds = async () => (await readClasses()).map(({ id }) => id);
const readLastWeek = async () =>
  (await studio.admin.expect(weeklyTemplatesAnswer, 'GET', '/api/admin/weekly-templates')).templates.find(
    ({ id }) => id === templateId,
  )?.lastAppliedTo;
const countWeek = async () =>
  (
    await studio.admin.expect(weeklyClassCountsAnswer, 'GET', '/api/admin/weekly-class-counts')
  ).weeklyCounts.find(({ weekStart }) => weekStart === week)?.count ?? 0;
const addByHand = async (classId: number, userId: string) =>
  studio.admin.call('POST', '/api/admin/add-member-to-class', { classId, userId });

it('takes the classes off the timetable as often as it is asked, and applying again makes others', async () => {
  const before = await countWeek();
  const applied = await apply();
  expect(applied.undo).toEqual({ application: 1, classes: 4 });
  expect((await preview()).undo).toEqual(applied.undo);
  expect([await countWeek(), await readLastWeek()]).toEqual([before + 4, week]);
  const first = await readIds();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const undone = await undo(1);
    expect(undone).toMatchObject({ takenBack: 4, kept: [] });
    expect(undone.message).toMatch(/^4 classes taken back from the week of Monday \d+ \w+\.$/);
  }
  expect([await countWeek(), await readLastWeek()]).toEqual([before, null]);
  expect(await preview()).toMatchObject({ created: 4, undo: null });

  expect((await apply()).undo).toEqual({ application: 2, classes: 4 });
  expect(await readLastWeek()).toBe(week);
  const second = await readIds();
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  expect(await undo(1), 'the undo of the first time again').toMatchObject({ takenBack: 4 });
  expect(await readIds()).toEqual(second);
});

it('leaves what was booked or is waited for, and a class that the studio cancelled', async () => {
  await apply();
  const [booked = 0, waitedFor = 0, cancelled = 0] = await readIds();
  const [ann, bea] = await Promise.all([studio.addMember('ann'), studio.addMember('bea', 0)]);
  const annId = await studio.readMemberId(ann.client);
  expect((await addByHand(booked, annId)).status).toBe(200);
  expect((await preview()).undo).toBeNull();
  expect(
    (await studio.admin.call('PATCH', `/api/admin/classes/${waitedFor}/mark-full`, { isMarkedFull: true }))
      .status,
  ).toBe(200);
  await bea.joinWaitlist(waitedFor);
  expect((await studio.admin.call('DELETE', `/api/admin/classes/${cancelled}`)).status).toBe(200);

  const undone = await undo();
  expect(undone.message).toMatch(/^1 class taken back from the week of Monday \d+ \w+\. 2 classes stay\.$/);
  expect(undone.kept).toMatchObject([
    { classId: booked, time: '07:00', reason: 'booked', note: 'It stays, because it was booked' },
    { classId: waitedFor, time: '09:00', reason: 'waiting' },
    { classId: cancelled, time: '11:00', reason: 'cancelled' },
  ]);
  expect(await readIds()).toEqual([booked, waitedFor]);
  expect(await readLastWeek(), 'part of the week is left').toBe(week);
  expect(await preview()).toMatchObject({ created: 1, existing: 3 });
  await studio.settle();
  expect([await ann.readMailKinds(), await bea.readMailKinds()]).toEqual([['booking-confirmed'], []]);
});

it('takes back nothing from a closed week, and from one that has begun only what is ahead', async () => {
  await apply();
  const closure = { from: week, to: week, reason: 'Works' };
  const { closureId } = await studio.admin.expect(closureAnswer, 'POST', '/api/admin/closures', closure);
  expect((await undo()).kept.map(({ reason }) => reason)).toEqual(times.map(() => 'cancelled'));
  expect((await studio.admin.call('DELETE', `/api/admin/closures/${closureId}`)).status).toBe(200);
  expect(await preview(), 'what a closure cancelled stays cancelled').toMatchObject({ created: 0 });

  week = addDaysToDay(week, 7);
  await apply();
  await studio.clock.moveTo(new Date(`${week}T09:30:00Z`));
  const { takenBack, kept } = await undo();
  expect([takenBack + kept.length, [...new Set(kept.map(({ reason }) => reason))]]).toEqual([4, ['begun']]);
  expect((await readClasses()).length).toBe(kept.length);
  expect(takenBack).toBeGreaterThan(0);
});

it('lets each concurrent booking win its class, or refuses it without taking a pass', async () => {
  const members = await Promise.all(
    times.map(async () => {
      const member = await studio.addMember('cat');
      return { member, id: await studio.readMemberId(member.client) };
    }),
  );
  await apply();
  const ids = await readIds();
  const bookings = Promise.all(
    members.map(async ({ member, id }, index) => ({
      member,
      classId: ids[index] ?? 0,
      status: (await addByHand(ids[index] ?? 0, id)).status,
    })),
  );
  const undone = await Promise.all([undo(1), undo(1)]);
  const booked = (await bookings).filter(({ status }) => status === 200).map(({ classId }) => classId);
  for (const { takenBack, kept } of undone) {
    expect(takenBack).toBe(4 - booked.length);
    expect(kept.map(({ classId }) => classId)).toEqual(booked);
  }
  expect(await readIds()).toEqual(booked);
  await studio.settle();
  for (const { member, status } of await bookings) {
    expect([200, 409]).toContain(status);
    expect(await member.readCredits()).toBe(status === 200 ? 0 : 1);
  }
});
