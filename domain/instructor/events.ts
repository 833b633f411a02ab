import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Rate } from './rates.ts';

interface InstructorDetails {
  instructorId: number;
  /** Published on the site's schedule and team page, so not sealed. */
  name: string;
  prenatalSuitable: boolean;
}

export type InstructorEvent =
  | DomainEvent<'InstructorAdded', InstructorDetails>
  | DomainEvent<'InstructorChanged', InstructorDetails>
  /** Appended before the class itself, so that a concurrent removal conflicts with it. */
  | DomainEvent<'InstructorAssigned', { instructorId: number; classId: number }>
  /** What the instructor's classes pay from `validFrom` on. */
  | DomainEvent<'RateSet', { instructorId: number } & Rate>
  /** The staff account that may see the instructor's own pay; null for none. */
  | DomainEvent<'AccountLinked', { instructorId: number; accountId: string | null }>
  | DomainEvent<'InstructorRemoved', { instructorId: number }>;

export const instructorEventDefinitions = {
  InstructorAdded: { version: 1 },
  InstructorChanged: { version: 1 },
  InstructorAssigned: { version: 1 },
  RateSet: { version: 1 },
  AccountLinked: { version: 1 },
  InstructorRemoved: { version: 1 },
} satisfies Record<InstructorEvent['type'], EventDefinition>;
