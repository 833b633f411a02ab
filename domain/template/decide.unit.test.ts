import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  addTemplateClass,
  changeTemplate,
  changeTemplateClass,
  createTemplate,
  recordApplied,
  removeTemplate,
  removeTemplateClass,
} from './decide.ts';
import { templateDecider } from './decider.ts';
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

it('records each class of a week once', () => {
  const record = (weekStart: string, ...templateClassIds: number[]) => {
    const classes = templateClassIds.map((id) => ({ templateClassId: id, classId: 10_000 + id }));
    return (state: typeof templateDecider.initial) =>
      recordApplied(state, { templateId: 4, weekStart, classes, now });
  };
  const applied = (weekStart: string, ...templateClassIds: number[]): TemplateEvent => ({
    type: 'TemplateApplied',
    data: {
      templateId: 4,
      weekStart,
      classes: templateClassIds.map((id) => ({ templateClassId: id, classId: 10_000 + id })),
      at,
    },
  });
  const first = applied('2026-05-18', 12, 13);
  given(templateDecider, created)
    .when(record('2026-05-18', 12, 13))
    .gives(first);
  given(templateDecider, created, first)
    .when(record('2026-05-18', 12, 13))
    .gives();
  const third = given(templateDecider, created, first)
    .when(record('2026-05-18', 12, 13, 14))
    .gives(applied('2026-05-18', 14));
  expect([...(third.applied.get('2026-05-18') ?? [])]).toEqual([12, 13, 14]);
  given(templateDecider, created, first).when(record('2026-05-25', 12)).gives(applied('2026-05-25', 12));
  given(templateDecider, created).when(record('2026-05-18')).gives();
});
