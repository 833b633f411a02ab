import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { nextMonday } from 'date-fns/nextMonday';
import { parseISO } from 'date-fns/parseISO';
import { startOfWeek } from 'date-fns/startOfWeek';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { DeciderStore } from '#infra/event-store/types.ts';
import { createKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import { readTimetableClasses } from '#projections/read-models/schedule/queries.ts';
import { applyTemplate } from '#services/commands/template/apply-template.ts';
import { instructorAnswer } from '#services/contract/admin-schedule.ts';
import {
  applyTemplateAnswer,
  applyTemplateDryRun,
  templateAnswer,
  templateClassAnswer,
  templateClassesAnswer,
  weeklyClassCountsAnswer,
  weeklyTemplatesAnswer,
} from '#services/contract/admin-templates.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

const refused = z.object({ code: z.string(), issues: z.array(z.object({ message: z.string() })).optional() });
const classes = z.object({
  classes: z.array(z.object({ id: z.number(), time: z.string(), name: z.string() })),
});
const classMade = z.object({ class: z.object({ id: z.number() }) });

let studio: TestStudio;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const day = (date: Date) => format(date, 'yyyy-MM-dd');
const mondayIn = (weeks: number) => day(addDays(nextMonday(parseISO(londonDayIn(0))), (weeks - 1) * 7));
const dayOf = (weekStart: string, days: number) => day(addDays(parseISO(weekStart), days));

async function addInstructor(name = 'Maya'): Promise<number> {
  return (await admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', { name })).instructor.id;
}

interface Slot {
  readonly dayOfWeek: number;
  readonly time: string;
}
const threeSlots: readonly Slot[] = [
  { dayOfWeek: 0, time: '10:00' },
  { dayOfWeek: 1, time: '09:00' },
  { dayOfWeek: 1, time: '18:00' },
];

/** A template with a beginner class in each slot, all of one instructor. */
async function templateOf(slots: readonly Slot[]) {
  const instructorId = await addInstructor();
  const made = await admin.expect(templateAnswer, 'POST', '/api/admin/weekly-templates', { name: 'A week' });
  const templateId = made.template?.id ?? 0;
  for (const slot of slots) {
    await admin.expect(templateClassAnswer, 'POST', '/api/admin/template-classes', {
      templateId,
      name: 'beginner',
      instructorId,
      maxCapacity: 7,
      ...slot,
    });
  }
  return { templateId, instructorId };
}

const previewTemplate = (templateId: number, weekStartDate: string) =>
  admin.expect(applyTemplateDryRun, 'POST', '/api/admin/apply-template?dryRun=true', {
    templateId,
    weekStartDate,
  });
const applyTemplateTo = (templateId: number, weekStartDate: string) =>
  admin.expect(applyTemplateAnswer, 'POST', '/api/admin/apply-template', { templateId, weekStartDate });
const readClasses = async (date: string) =>
  (await admin.expect(classes, 'GET', `/api/admin/classes?date=${date}`)).classes;
const readScheduledClasses = (instructorId: number) =>
  studio.runtime.pool
    .query<{ date: string; startsAt: Date }>(
      'SELECT date, starts_at AS "startsAt" FROM schedule_classes WHERE instructor_id = $1 ORDER BY starts_at',
      [instructorId],
    )
    .then(({ rows }) => rows);

describe('templates and their classes', () => {
  it('are created, listed, changed and deleted', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    const classesPath = `/api/admin/template-classes/${templateId}`;
    const { templateClasses } = await admin.expect(templateClassesAnswer, 'GET', classesPath);
    expect(templateClasses.map(({ dayOfWeek, time }) => `${dayOfWeek} ${time}`)).toEqual([
      '1 09:00',
      '1 18:00',
      '0 10:00',
    ]);
    const [first] = templateClasses;
    expect(first).toMatchObject({
      name: 'beginner',
      instructorName: 'Maya',
      maxCapacity: 7,
      hasInstructorLeft: false,
    });

    const classPath = `/api/admin/template-classes/${first?.id}`;
    const changed = await admin.expect(templateClassAnswer, 'PUT', classPath, {
      dayOfWeek: 2,
      name: 'advanced',
      time: '07:15',
      instructorId,
      maxCapacity: 5,
    });
    expect(changed.templateClass).toMatchObject({ dayOfWeek: 2, name: 'advanced', maxCapacity: 5 });
    const rehearsed = await admin.expect(dryRunAnswer, 'DELETE', `${classPath}?dryRun=true`);
    expect(rehearsed.effects.summary[0]).toBe(
      'The advanced class on Tuesday at 07:15 will be taken out of the template.',
    );
    expect((await admin.expect(templateClassesAnswer, 'GET', classesPath)).templateClasses).toHaveLength(3);
    expect((await admin.call('DELETE', classPath)).status).toBe(200);
    expect((await admin.call('DELETE', classPath)).status).toBe(404);

    const path = `/api/admin/weekly-templates/${templateId}`;
    const renamed = await admin.expect(templateAnswer, 'PUT', path, { name: 'Summer', isActive: false });
    expect(renamed.template).toMatchObject({ name: 'Summer', isActive: false, classCount: 2 });
    const whole = await admin.expect(dryRunAnswer, 'DELETE', `${path}?dryRun=true`);
    expect(whole.effects.summary).toEqual([
      'The template “Summer” will be deleted with its 2 classes.',
      'Classes that are on the timetable already stay as they are.',
    ]);
    const readTemplate = async () =>
      (await admin.expect(weeklyTemplatesAnswer, 'GET', '/api/admin/weekly-templates')).templates.filter(
        ({ id }) => id === templateId,
      );
    expect(await readTemplate()).toMatchObject([{ id: templateId, name: 'Summer' }]);
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect(await readTemplate()).toEqual([]);
    expect((await admin.call('GET', classesPath)).status).toBe(404);
  });

  it('are refused with the spec’s message when invalid', async () => {
    const messages = async (method: string, path: string, body: object) => {
      const { status, body: answer } = await admin.call(method, path, body);
      const { code, issues } = refused.parse(answer);
      return [status, code, ...(issues ?? []).map(({ message }) => message)];
    };
    expect(await messages('POST', '/api/admin/weekly-templates', { name: '  ' })).toEqual([
      400,
      'INVALID_INPUT',
      'Template name is required',
    ]);
    const { templateId, instructorId } = await templateOf([]);
    const one = { templateId, dayOfWeek: 1, name: 'beginner', time: '09:00', instructorId, maxCapacity: 7 };
    const path = '/api/admin/template-classes';
    expect(await messages('POST', path, { ...one, name: 'yoga' })).toEqual([
      400,
      'INVALID_INPUT',
      'Class must be beginner, intermediate, advanced, pre & post natal, or reformer for all',
    ]);
    expect((await messages('POST', path, { ...one, maxCapacity: 21 }))[0]).toBe(400);
    expect(await messages('POST', path, { ...one, instructorId: 999_999 })).toEqual([
      404,
      'INSTRUCTOR_NOT_FOUND',
    ]);
    expect(await messages('POST', path, { ...one, templateId: 999_999 })).toEqual([
      404,
      'TEMPLATE_NOT_FOUND',
    ]);
    const applying = (weekStartDate: string) =>
      messages('POST', '/api/admin/apply-template', { templateId, weekStartDate });
    expect(await applying(dayOf(mondayIn(2), 1))).toEqual([400, 'INVALID_INPUT', 'Choose a Monday']);
    expect(await applying('9999-12-27')).toEqual([
      400,
      'INVALID_INPUT',
      'Choose a week within the next two years',
    ]);
  });
});

describe('applying a template', () => {
  it('does what its dry run shows, and nothing the second time', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    const week = mondayIn(2);
    await admin.expect(classMade, 'POST', '/api/admin/classes', {
      name: 'advanced',
      date: week,
      time: '17:30',
      instructorId,
    });
    const planned = await previewTemplate(templateId, week);
    expect(planned).toMatchObject({ created: 2, existing: 0, clashing: 1, weekEnd: dayOf(week, 6) });
    expect(planned.days).toHaveLength(7);
    expect(planned.days[0]?.classes).toMatchObject([
      { time: '09:00', outcome: 'create', note: null },
      { time: '18:00', outcome: 'clash', note: 'Maya teaches advanced at 17:30' },
    ]);
    expect(await readClasses(week), 'a dry run makes nothing').toHaveLength(1);

    const applied = await applyTemplateTo(templateId, week);
    expect(applied).toMatchObject({ created: 2, clashing: 1 });
    expect(applied.message).toMatch(
      /^2 classes added to the week of Monday \d+ \w+\. 1 class is left out\.$/,
    );
    const monday = await readClasses(week);
    expect(monday.map(({ time }) => time)).toEqual(['09:00', '17:30']);
    expect((await readClasses(dayOf(week, 6))).map(({ time }) => time)).toEqual(['10:00']);

    expect(await applyTemplateTo(templateId, week)).toMatchObject({ created: 0, existing: 2, clashing: 1 });
    expect(await readScheduledClasses(instructorId)).toHaveLength(3);
    const { templates } = await admin.expect(weeklyTemplatesAnswer, 'GET', '/api/admin/weekly-templates');
    expect(templates.find(({ id }) => id === templateId)?.lastAppliedTo).toBe(week);
  });

  it('makes nothing when the template is no longer as it was seen, and makes it as agreed', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    const week = mondayIn(6);
    const { facts } = await previewTemplate(templateId, week);
    const { templateClasses } = await admin.expect(
      templateClassesAnswer,
      'GET',
      `/api/admin/template-classes/${templateId}`,
    );
    const one = templateClasses.find(({ dayOfWeek, time }) => dayOfWeek === 1 && time === '09:00');
    const change = { name: 'advanced', dayOfWeek: 1, time: '09:10', instructorId, maxCapacity: 5 };
    await admin.expect(z.object({}), 'PUT', `/api/admin/template-classes/${one?.id}`, change);
    const apply = (expected: object) =>
      admin.call('POST', '/api/admin/apply-template', { templateId, weekStartDate: week, expected });
    const key = String(one?.id);
    const is = `${week} 09:10 5 ${instructorId} advanced`;
    expect(await apply(facts)).toMatchObject({
      status: 409,
      body: {
        code: 'CHANGED_SINCE',
        changed: { [key]: { was: `${week} 09:00 7 ${instructorId} beginner`, is } },
      },
    });
    expect(await readScheduledClasses(instructorId)).toEqual([]);
    const agreed = { ...facts, [key]: is };
    // The repetition of a request whose answer was lost changes nothing.
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await apply(agreed)).status).toBe(200);
    expect(await readScheduledClasses(instructorId)).toHaveLength(3);
  });

  it('creates each class once for ten concurrent requests', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    const week = mondayIn(3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => applyTemplateTo(templateId, week)));
    expect(answers.every(({ created, existing }) => created + existing === 3)).toBe(true);
    expect(await readScheduledClasses(instructorId)).toHaveLength(3);
    expect(await previewTemplate(templateId, week)).toMatchObject({ created: 0, existing: 3 });
  });

  it('is completed by a second run after the first stopped halfway', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    const week = mondayIn(4);
    const { pool, deciders } = studio.runtime;
    let left = 3;
    const stoppingStore: DeciderStore<StudioEvent> = {
      load: (decider, id) => deciders.load(decider, id),
      peek: (decider, id) => deciders.peek(decider, id),
      handle(decider, id, context, decide) {
        left -= 1;
        if (left < 0) throw new Error('The process stopped');
        return deciders.handle(decider, id, context, decide);
      },
    };
    const stopped = applyTemplate(
      {
        deciders: stoppingStore,
        templateWeekIds: createKeyedIds(pool, { kind: 'template-week', sequence: 'class_id_seq' }),
        readScheduledClasses: (from, to) => readTimetableClasses(pool, from, to),
      },
      { templateId, weekStart: week },
      { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
    );
    await expect(stopped).rejects.toThrow('The process stopped');
    expect(await applyTemplateTo(templateId, week)).toMatchObject({ created: 2, existing: 1 });
    expect(await readScheduledClasses(instructorId)).toHaveLength(3);
  });

  it('leaves out classes whose instructor has left, and classes in the past', async () => {
    const { templateId, instructorId } = await templateOf(threeSlots);
    expect((await admin.call('DELETE', `/api/admin/instructors/${instructorId}`)).status).toBe(200);
    const planned = await previewTemplate(templateId, mondayIn(5));
    expect(planned).toMatchObject({ created: 0, clashing: 3 });
    expect(planned.days[0]?.classes[0]?.note).toBe('Maya no longer teaches here');
    expect(planned.effects.summary).toEqual([
      expect.stringMatching(/^Nothing will be added to the week of Monday /),
      '3 classes are left out.',
    ]);
    const other = await templateOf(threeSlots);
    expect(await applyTemplateTo(other.templateId, mondayIn(-1))).toMatchObject({ created: 0, clashing: 3 });
  });

  it('keeps the London wall time when the clocks change', async () => {
    const slots = [
      { dayOfWeek: 6, time: '09:00' },
      { dayOfWeek: 0, time: '09:00' },
    ];
    const { templateId, instructorId } = await templateOf(slots);
    // On the last Sunday of March and of October. Weeks nearer than this belong to the other tests.
    const changes = [2, 9].map((month) => {
      const year = new Date().getFullYear();
      const sundays = [0, 1].map((later) => startOfWeek(lastDayOfMonth(new Date(year + later, month, 1))));
      const weeks = sundays.map((sunday) => day(addDays(sunday, -6)));
      return weeks.find((week) => week > londonDayIn(70)) ?? '';
    });
    for (const week of changes) expect(await applyTemplateTo(templateId, week)).toMatchObject({ created: 2 });
    const hours = new Map(
      (await readScheduledClasses(instructorId)).map(({ date, startsAt }) => [
        date,
        startsAt.toISOString().slice(11, 16),
      ]),
    );
    const [spring = '', autumn = ''] = changes;
    expect([hours.get(dayOf(spring, 5)), hours.get(dayOf(spring, 6))]).toEqual(['09:00', '08:00']);
    expect([hours.get(dayOf(autumn, 5)), hours.get(dayOf(autumn, 6))]).toEqual(['08:00', '09:00']);
  });
});

it('counts the classes of eight weeks from the current one', async () => {
  const readCounts = async () =>
    (await admin.expect(weeklyClassCountsAnswer, 'GET', '/api/admin/weekly-class-counts')).weeklyCounts;
  const before = await readCounts();
  expect(before.map(({ week }) => week)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(before[1]).toMatchObject({ weekStart: mondayIn(1), weekEnd: dayOf(mondayIn(1), 6) });
  const { templateId } = await templateOf(threeSlots);
  await applyTemplateTo(templateId, mondayIn(7));
  const after = await readCounts();
  expect(after.map(({ count }, index) => count - (before[index]?.count ?? 0))).toEqual([
    0, 0, 0, 0, 0, 0, 0, 3,
  ]);
});
