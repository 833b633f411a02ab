import type { Scenario } from '../scenario.ts';
import { bookingScenarios } from './bookings.ts';
import { catalogueScenarios } from './catalogue.ts';
import { jobScenarios } from './jobs.ts';
import { keepingScenarios } from './keeping.ts';
import { moneyScenarios } from './money.ts';
import { peopleScenarios } from './people.ts';
import { timetableScenarios } from './timetable.ts';

/** A story, or more, of every command and every job. */
export const scenarios: readonly Scenario[] = [
  ...bookingScenarios,
  ...timetableScenarios,
  ...catalogueScenarios,
  ...moneyScenarios,
  ...peopleScenarios,
  ...keepingScenarios,
  ...jobScenarios,
];

/** Files of services/commands that append nothing: shared functions, previews and types. */
export const shared: readonly string[] = [
  'define-command',
  'step-context',
  'append-result',
  'email-change/addresses',
  'email-change/derive-link-token',
  'membership/membership-deps',
  'membership/preview-cancellation',
];

/** Commands whose crash points are tested in a file of their own. */
export const testedElsewhere: readonly string[] = ['studio/open-studio'];
