import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  addTemplateClass,
  changeTemplate,
  changeTemplateClass,
  createTemplate,
  findApplication,
  getApplication,
  recordApplied,
  recordUndone,
  removeTemplate,
  removeTemplateClass,
} from './decide.ts';
import { type TemplateState, templateDecider } from './decider.ts';
import type { TemplateEvent } from './events.ts';

const week = { templateId: 4, name: 'Standard week', description: 'Term time', isActive: true };
const monday = { level: 'beginner', dayOfWeek: 1, time: '09:00', instructorId: 3, capacity: 7 };
const ids = { templateId: 4, templateClassId: 12 };
const created: TemplateEvent = { type: 'TemplateCreated', data: { ...week, at } };
const removed: TemplateEvent = { type: 'TemplateRemoved', data: { templateId: 4, at } };
const added: TemplateEvent = { type: 'TemplateClassAdded', data: { ...ids, ...monday, at } };
const classRemoved: TemplateEvent = { type: 'TemplateClassRemoved', data: { ...ids, at } };

describe('a template', () => {
  it('is created once, and a removed id is never reused', () => {
    const when = (...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) => createTemplate(state, { ...week, now }));
    when().gives(created);
    when(created).gives();
    when(created, removed).gives();
  });

  it('changes when something changes; a missing field stays as it is', () => {
    const when = (change: Parameters<typeof changeTemplate>[1], ...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) => changeTemplate(state, change));
    when({ isActive: false, now }, created).gives({
      type: 'TemplateChanged',
      data: { ...week, isActive: false, at },
    });
    when({ name: 'Standard week', now }, created).gives();
    when({ name: 'Summer', now }).refuses('TEMPLATE_NOT_FOUND');
    when({ name: 'Summer', now }, created, removed).refuses('TEMPLATE_NOT_FOUND');
  });

  it('is removed once, with its classes', () => {
    const when = (...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) => removeTemplate(state, { now }));
    when(created, added).gives(classRemoved, removed);
    when(created, added, classRemoved).gives(removed);
    when(created, removed).gives();
    when().refuses('TEMPLATE_NOT_FOUND');
  });
});

describe('a class of a template', () => {
  it('is added once, to an existing template', () => {
    const when = (...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) =>
        addTemplateClass(state, { ...monday, templateClassId: 12, now }),
      );
    when(created).gives(added);
    when(created, added).gives();
    when().refuses('TEMPLATE_NOT_FOUND');
    when(created, removed).refuses('TEMPLATE_NOT_FOUND');
  });

  it('changes when something changes, and can be removed', () => {
    const when = (time: string, ...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) =>
        changeTemplateClass(state, { ...monday, time, templateClassId: 12, now }),
      );
    when('09:30', created, added).gives({
      type: 'TemplateClassChanged',
      data: { ...ids, ...monday, time: '09:30', at },
    });
    when('09:00', created, added).gives();
    when('09:30', created).refuses('TEMPLATE_CLASS_NOT_FOUND');
    const remove = (...history: TemplateEvent[]) =>
      given(templateDecider, ...history).when((state) =>
        removeTemplateClass(state, { templateClassId: 12, now }),
      );
    remove(created, added).gives(classRemoved);
    remove(created, added, classRemoved).refuses('TEMPLATE_CLASS_NOT_FOUND');
    remove(created, added, classRemoved, removed).refuses('TEMPLATE_CLASS_NOT_FOUND');
  });
});

const firstWeek = '2026-05-18';
const made = (...classIds: number[]) =>
  classIds.map((classId) => ({ templateClassId: classId - 10_000, classId }));
const applied = (weekStart: string, ...classIds: number[]): TemplateEvent => ({
  type: 'TemplateApplied',
  data: { templateId: 4, weekStart, classes: made(...classIds), at },
});
const undone = (remaining: number, ...classIds: number[]): TemplateEvent => ({
  type: 'TemplateApplicationUndone',
  data: { templateId: 4, weekStart: firstWeek, classes: made(...classIds), remaining, at },
});
const record =
  (weekStart: string, ...classIds: number[]) =>
  (state: TemplateState) =>
    recordApplied(state, { templateId: 4, weekStart, classes: made(...classIds), now });

it('records each class of a week once', () => {
  const first = applied(firstWeek, 10_012, 10_013);
  given(templateDecider, created)
    .when(record(firstWeek, 10_012, 10_013))
    .gives(first);
  given(templateDecider, created, first)
    .when(record(firstWeek, 10_012, 10_013))
    .gives();
  const third = given(templateDecider, created, first)
    .when(record(firstWeek, 10_012, 10_013, 10_014))
    .gives(applied(firstWeek, 10_014));
  expect(third.applied.get(firstWeek)).toEqual([made(10_012, 10_013), made(10_014)]);
  given(templateDecider, created, first)
    .when(record('2026-05-25', 10_112))
    .gives(applied('2026-05-25', 10_112));
  given(templateDecider, created).when(record(firstWeek)).gives();
});

describe('an application', () => {
  const both = [created, applied(firstWeek, 10_012, 10_013), applied(firstWeek, 10_014)];
  const undo = (...classIds: number[]) => {
    const record = { templateId: 4, weekStart: firstWeek, classes: made(...classIds), now };
    return (state: TemplateState) => recordUndone(state, record);
  };

  it('is found by its number or a class that it made, and is the latest one without a number', () => {
    const { state } = given(templateDecider, ...both);
    expect(getApplication(state, firstWeek)).toEqual({ application: 2, classes: made(10_014) });
    expect(getApplication(state, firstWeek, 1).classes).toEqual(made(10_012, 10_013));
    expect(getApplication(state, firstWeek, 3).classes).toEqual([]);
    expect(getApplication(state, '2026-05-25').classes).toEqual([]);
    expect([10_013, 10_014, 10_015].map((id) => findApplication(state, firstWeek, id))).toEqual([
      1,
      2,
      undefined,
    ]);
  });

  it('records each class that is taken back once, with how many of the week remain', () => {
    given(templateDecider, ...both)
      .when(undo(10_012, 10_013))
      .gives(undone(1, 10_012, 10_013));
    given(templateDecider, ...both, undone(2, 10_012))
      .when(undo(10_012, 10_013))
      .gives(undone(1, 10_013));
    given(templateDecider, ...both, undone(1, 10_012, 10_013))
      .when(undo(10_014))
      .gives(undone(0, 10_014));
    given(templateDecider, ...both, undone(1, 10_012, 10_013))
      .when(undo(10_012, 10_013))
      .gives();
    given(templateDecider, ...both)
      .when(undo())
      .gives();
  });

  it('follows an undone one under a number of its own', () => {
    const again = given(templateDecider, ...both, undone(1, 10_012, 10_013))
      .when(record(firstWeek, 10_014, 10_022, 10_023))
      .gives(applied(firstWeek, 10_022, 10_023));
    expect(getApplication(again, firstWeek)).toEqual({ application: 3, classes: made(10_022, 10_023) });
  });
});
