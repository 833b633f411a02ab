import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { AppliedClass, TemplateClassDetails, TemplateDetails, TemplateEvent } from './events.ts';

export interface TemplateState {
  /** null before the template is created and after its removal. */
  readonly template: TemplateDetails | null;
  /** An id is never used again. */
  readonly isRemoved: boolean;
  /** By template class id. */
  readonly classes: ReadonlyMap<number, TemplateClassDetails>;
  /** By week, its applications in order, each with the classes that it made; their number in the API starts at 1. */
  readonly applied: ReadonlyMap<string, readonly (readonly AppliedClass[])[]>;
  /** The ids of the classes that were taken back. */
  readonly undone: ReadonlySet<number>;
}

function evolveTemplate(state: TemplateState, event: TemplateEvent): TemplateState {
  switch (event.type) {
    case 'TemplateCreated':
    case 'TemplateChanged': {
      const { at: _at, ...template } = event.data;
      return { ...state, template };
    }
    case 'TemplateRemoved':
      return { ...state, template: null, isRemoved: true };
    case 'TemplateClassAdded':
    case 'TemplateClassChanged': {
      const { templateClassId, level, dayOfWeek, time, instructorId, capacity } = event.data;
      const details = { level, dayOfWeek, time, instructorId, capacity };
      return { ...state, classes: new Map(state.classes).set(templateClassId, details) };
    }
    case 'TemplateClassRemoved': {
      const classes = new Map(state.classes);
      classes.delete(event.data.templateClassId);
      return { ...state, classes };
    }
    case 'TemplateApplied': {
      const { weekStart, classes } = event.data;
      const applications = [...(state.applied.get(weekStart) ?? []), classes];
      return { ...state, applied: new Map(state.applied).set(weekStart, applications) };
    }
    case 'TemplateApplicationUndone': {
      const ids = event.data.classes.map(({ classId }) => classId);
      return { ...state, undone: new Set([...state.undone, ...ids]) };
    }
    default:
      return assertNever(event);
  }
}

/** A standard week to copy to the timetable. */
export const templateDecider: Decider<TemplateState, TemplateEvent> = {
  stream: (templateId) => `template-${templateId}`,
  initial: {
    template: null,
    isRemoved: false,
    classes: new Map(),
    applied: new Map(),
    undone: new Set(),
  },
  evolve: evolveTemplate,
};
