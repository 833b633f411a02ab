import { expect, test } from 'vitest';
import type { TemplateEvent } from '#domain/template/events.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { templates } from './project.ts';
import { templateApplications, templateClasses, weeklyTemplates } from './tables.ts';

const [early, late] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
const week = { templateId: 4, name: 'Standard week', description: '', isActive: true };
const ids = { templateId: 4, templateClassId: 12 };
const monday = { level: 'beginner', dayOfWeek: 1, time: '09:00', instructorId: 3, capacity: 7 };
const created: TemplateEvent = { type: 'TemplateCreated', data: { ...week, at: early } };
const added: TemplateEvent = { type: 'TemplateClassAdded', data: { ...ids, ...monday, at: early } };

function after(...events: TemplateEvent[]) {
  const recorder = new Recorder();
  return projectAll(
    templates,
    events.map((event) => recorder.record('template-4', event)),
  );
}

test('shows the current template and its class', () => {
  const tables = after(
    created,
    { type: 'TemplateChanged', data: { ...week, isActive: false, at: late } },
    added,
    { type: 'TemplateClassChanged', data: { ...ids, ...monday, time: '18:00', at: late } },
  );
  expect(tables.only(weeklyTemplates)).toEqual({
    id: 4,
    name: 'Standard week',
    description: '',
    is_active: false,
    created_at: early,
    updated_at: late,
  });
  expect(tables.only(templateClasses)).toMatchObject({
    id: 12,
    template_id: 4,
    time: '18:00',
    day_of_week: 1,
  });
});

test('a removed template leaves no class', () => {
  const tables = after(
    created,
    added,
    { type: 'TemplateClassRemoved', data: { ...ids, at: late } },
    { type: 'TemplateRemoved', data: { templateId: 4, at: late } },
  );
  expect([tables.rows(weeklyTemplates), tables.rows(templateClasses)]).toEqual([[], []]);
});

test('lists a week once that the template was applied to twice', () => {
  const applied = (at: string): TemplateEvent => ({
    type: 'TemplateApplied',
    data: { templateId: 4, weekStart: '2026-03-09', classes: [{ templateClassId: 12, classId: 70 }], at },
  });
  expect(after(created, applied(early), applied(late)).only(templateApplications)).toEqual({
    template_id: 4,
    week_start: '2026-03-09',
    applied_at: late,
  });
});

test('forgets a week whose classes were all taken back', () => {
  const week = { templateId: 4, weekStart: '2026-03-09', at: late };
  const classes = [{ templateClassId: 12, classId: 70 }];
  const applied: TemplateEvent = { type: 'TemplateApplied', data: { ...week, classes } };
  const undone = (remaining: number): TemplateEvent => ({
    type: 'TemplateApplicationUndone',
    data: { ...week, classes, remaining },
  });
  const weeks = (...events: TemplateEvent[]) => after(created, ...events).rows(templateApplications).length;
  expect(weeks(applied, undone(1))).toBe(1);
  expect(weeks(applied, undone(0))).toBe(0);
  expect(weeks(applied, undone(0), applied)).toBe(1);
});
