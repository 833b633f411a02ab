import type { DomainEvent, EventDefinition } from '../event.ts';

export interface TemplateDetails {
  templateId: number;
  name: string;
  description: string;
  isActive: boolean;
}

/** A class of every week that the template is applied to. */
export interface TemplateClassDetails {
  level: string;
  /** 0 is Sunday, 6 is Saturday. */
  dayOfWeek: number;
  /** London wall time, `HH:mm`. */
  time: string;
  instructorId: number;
  capacity: number;
}

interface OfTemplate {
  templateId: number;
  templateClassId: number;
}

/** A class on the timetable, and the template's class that it was made from. */
export interface AppliedClass {
  readonly templateClassId: number;
  readonly classId: number;
}

export type TemplateEvent =
  | DomainEvent<'TemplateCreated', TemplateDetails>
  | DomainEvent<'TemplateChanged', TemplateDetails>
  | DomainEvent<'TemplateRemoved', { templateId: number }>
  | DomainEvent<'TemplateClassAdded', OfTemplate & TemplateClassDetails>
  | DomainEvent<'TemplateClassChanged', OfTemplate & TemplateClassDetails>
  | DomainEvent<'TemplateClassRemoved', OfTemplate>
  /** The classes that are on the timetable of a week, except those that an earlier event of the same week names. */
  | DomainEvent<
      'TemplateApplied',
      {
        templateId: number;
        /** A Monday. */
        weekStart: string;
        classes: readonly AppliedClass[];
      }
    >
  /** Classes of an application that were taken back from the timetable. */
  | DomainEvent<
      'TemplateApplicationUndone',
      {
        templateId: number;
        /** A Monday. */
        weekStart: string;
        classes: readonly AppliedClass[];
        /** How many classes that the template made for the week were not taken back. */
        remaining: number;
      }
    >;

export const templateEventDefinitions = {
  TemplateCreated: { version: 1 },
  TemplateChanged: { version: 1 },
  TemplateRemoved: { version: 1 },
  TemplateClassAdded: { version: 1 },
  TemplateClassChanged: { version: 1 },
  TemplateClassRemoved: { version: 1 },
  TemplateApplied: { version: 1 },
  TemplateApplicationUndone: { version: 1 },
} satisfies Record<TemplateEvent['type'], EventDefinition>;
