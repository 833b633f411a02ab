import { z } from 'zod';
import { classBody } from './admin-schedule.ts';
import { dryRunAnswer } from './dry-run.ts';
import { commandAnswer } from './errors.ts';
import { expectedTemplate, expectedTemplateClass } from './expected-facts.ts';
import { linesText, thingName } from './text.ts';
import { classType, instant, numericId, requestKey, wallDate } from './values.ts';

const notADay = 'Choose a day from 0 (Sunday) to 6 (Saturday)';
/** 0 is Sunday. */
const dayOfWeek = z.number().int().min(0, notADay).max(6, notADay);

const templateName = thingName('Template name is required');
const templateDescription = linesText.max(500, 'Please use a shorter description');

export const weeklyTemplate = z.object({
  id: numericId,
  name: z.string(),
  description: z.string(),
  isActive: z.boolean().describe('A label, nothing more'),
  createdAt: instant,
  classCount: z.number().int(),
  lastAppliedTo: z.string().nullable().describe('The latest week (its Monday) that it was applied to'),
});
export type WeeklyTemplate = z.infer<typeof weeklyTemplate>;

/** GET /api/admin/weekly-templates */
export const weeklyTemplatesAnswer = z.object({ templates: z.array(weeklyTemplate) });
export type WeeklyTemplatesAnswer = z.infer<typeof weeklyTemplatesAnswer>;

/** POST /api/admin/weekly-templates */
export const createTemplateBody = z.object({
  name: templateName,
  description: templateDescription.default(''),
  isActive: z.boolean().default(true),
  requestKey,
});

/** PUT /api/admin/weekly-templates/{id}: omitted fields keep their values. */
export const changeTemplateBody = z.object({
  name: templateName.optional(),
  description: templateDescription.optional(),
  isActive: z.boolean().optional(),
  expected: expectedTemplate,
});

/** `template` is missing only if `pending`. */
export const templateAnswer = commandAnswer.extend({ template: weeklyTemplate.optional() });

export const templateClass = z.object({
  id: numericId,
  templateId: numericId,
  dayOfWeek,
  name: classType.describe('The level'),
  time: z.string(),
  instructorId: numericId,
  instructorName: z.string(),
  hasInstructorLeft: z.boolean().describe('Applying leaves it out until another instructor is put in'),
  maxCapacity: z.number().int(),
});
export type TemplateClass = z.infer<typeof templateClass>;

/** GET /api/admin/template-classes/{templateId}, Monday first. */
export const templateClassesAnswer = z.object({ templateClasses: z.array(templateClass) });
export type TemplateClassesAnswer = z.infer<typeof templateClassesAnswer>;

const templateClassBody = classBody
  .pick({ name: true, time: true, instructorId: true, maxCapacity: true })
  .extend({ dayOfWeek });

/** PUT /api/admin/template-classes/{id} */
export const changeTemplateClassBody = templateClassBody.extend({ expected: expectedTemplateClass });

/** POST /api/admin/template-classes */
export const createTemplateClassBody = templateClassBody.extend({ templateId: numericId, requestKey });

/** `templateClass` is missing only if `pending`. */
export const templateClassAnswer = commandAnswer.extend({ templateClass: templateClass.optional() });

const isMonday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1;

/** POST /api/admin/apply-template */
export const applyTemplateBody = z.object({
  templateId: numericId,
  weekStartDate: wallDate.refine(isMonday, 'Choose a Monday'),
  expected: z
    .record(z.string().max(12), z.string().max(200).nullable())
    .optional()
    .describe(
      '`facts` of the dry run that was shown; if a class differs now, the answer is 409 CHANGED_SINCE',
    ),
});

const application = z
  .number()
  .int()
  .min(1)
  .max(100_000)
  .describe('The number of the application among those to its Monday');

/** POST /api/admin/undo-template */
export const undoTemplateBody = applyTemplateBody.pick({ templateId: true, weekStartDate: true }).extend({
  application: application.optional().describe('By default the latest application to this week'),
});

/** Why a class stays when the application that made it is undone. */
export const retentionReasons = ['booked', 'waiting', 'begun', 'cancelled'] as const;

const retainedClass = z.object({
  classId: numericId,
  name: classType,
  date: wallDate,
  time: z.string(),
  reason: z.enum(retentionReasons),
  note: z.string(),
});
export type RetainedClass = z.infer<typeof retainedClass>;

export const undoTemplateAnswer = commandAnswer.extend({
  message: z.string(),
  takenBack: z.number().int().describe('With those of an earlier call'),
  kept: z.array(retainedClass),
});
export type UndoTemplateAnswer = z.infer<typeof undoTemplateAnswer>;

/** The outcome of applying one class of the template; only `create` adds a class to the timetable. */
export const plannedClassOutcomes = ['create', 'there', 'clash'] as const;

export const plannedClass = z.object({
  templateClassId: numericId,
  name: classType,
  time: z.string(),
  instructorId: numericId,
  instructorName: z.string(),
  maxCapacity: z.number().int(),
  outcome: z.enum(plannedClassOutcomes),
  note: z.string().nullable().describe('Why it is not made'),
});
export type PlannedClass = z.infer<typeof plannedClass>;

const weekPlan = z.object({
  weekStart: wallDate,
  weekEnd: wallDate,
  created: z.number().int(),
  existing: z.number().int().describe('There already, or made once and cancelled by the studio'),
  clashing: z.number().int().describe('Left out'),
  days: z.array(z.object({ date: wallDate, classes: z.array(plannedClass) })).describe('Monday first'),
  undo: z
    .object({ application, classes: z.number().int().describe('How many it takes back') })
    .nullable()
    .describe('The application that can be undone whole: its classes are free and have not begun'),
  facts: z
    .record(z.string(), z.string())
    .describe(
      'What is made, by template class: date, time, capacity, instructor, level; to send back as `expected`',
    ),
});
export type WeekPlan = z.infer<typeof weekPlan>;

export const applyTemplateAnswer = commandAnswer.extend({ message: z.string() }).extend(weekPlan.shape);
export type ApplyTemplateAnswer = z.infer<typeof applyTemplateAnswer>;

/** The same with `?dryRun=true`. */
export const applyTemplateDryRun = dryRunAnswer.extend(weekPlan.shape);
export type ApplyTemplateDryRun = z.infer<typeof applyTemplateDryRun>;

/** GET /api/admin/weekly-class-counts: eight weeks from the current one. */
export const weeklyClassCountsAnswer = z.object({
  weeklyCounts: z.array(
    z.object({
      week: z.number().int().describe('1 is the current week'),
      count: z.number().int(),
      weekStart: wallDate.describe('A Monday'),
      weekEnd: wallDate,
    }),
  ),
});
export type WeeklyClassCountsAnswer = z.infer<typeof weeklyClassCountsAnswer>;
