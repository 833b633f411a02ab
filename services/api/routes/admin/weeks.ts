import { z } from 'zod';
import { addDaysToDay, getMonday, toLondonDay } from '#domain/london-time.ts';
import { countClassesByDay, readTimetableClasses } from '#projections/read-models/schedule/queries.ts';
import { readTemplateClasses } from '#projections/read-models/templates/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import {
  describeWeekPlan,
  formatWeekPlanMessage,
  formatWeekPlanSummary,
} from '#services/api/presenters/describe-template-week.ts';
import { describeUndo } from '#services/api/presenters/describe-undo.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { applyTemplate } from '#services/commands/template/apply-template.ts';
import {
  type PlannedTemplateClass,
  planTemplateWeek,
} from '#services/commands/template/plan-template-week.ts';
import { planUndo, undoTemplate } from '#services/commands/template/undo-template.ts';
import {
  applyTemplateAnswer,
  applyTemplateBody,
  applyTemplateDryRun,
  undoTemplateAnswer,
  undoTemplateBody,
  weeklyClassCountsAnswer,
} from '#services/contract/admin-templates.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import { protectRoutes } from '../protect-routes.ts';

const weeksAhead = 8;

/** Weeks of the timetable: their numbers of classes, and applying a template to one, or undoing that. */
export function registerAdminWeekRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');
  const weekDeps = {
    ...deps,
    readScheduledClasses: (from: string, to: string) => readTimetableClasses(pool, from, to),
  };

  app.get(
    '/api/admin/weekly-class-counts',
    withSchema({ response: { 200: weeklyClassCountsAnswer } }),
    async () => {
      const first = getMonday(toLondonDay(clock.now()));
      const weeks = Array.from({ length: weeksAhead }, (_, index) => ({
        week: index + 1,
        weekStart: addDaysToDay(first, index * 7),
        weekEnd: addDaysToDay(first, index * 7 + 6),
      }));
      const counts = await countClassesByDay(pool, first, addDaysToDay(first, weeksAhead * 7 - 1));
      const countIn = (from: string, to: string) =>
        counts.reduce((sum, { date, count }) => (date >= from && date <= to ? sum + count : sum), 0);
      return {
        weeklyCounts: weeks.map((week) => ({ ...week, count: countIn(week.weekStart, week.weekEnd) })),
      };
    },
  );

  app.post(
    '/api/admin/apply-template',
    withSchema({
      querystring: dryRunQuery,
      body: applyTemplateBody,
      response: { 200: z.union([applyTemplateDryRun, applyTemplateAnswer]) },
    }),
    async (request) => {
      const { templateId, weekStartDate: weekStart, expected } = request.body;
      const week = { templateId, weekStart };
      const context = createCommandContext(request, clock);
      const describe = async (planned: readonly PlannedTemplateClass[], application?: number) => ({
        ...describeWeekPlan(weekStart, planned, await readTemplateClasses(pool, templateId)),
        undo: await planUndo(deps, { ...week, application }, context),
      });
      if (request.query.dryRun) {
        const plan = await describe(await planTemplateWeek(weekDeps, week, context));
        const counts = { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 };
        const effects = { summary: formatWeekPlanSummary(plan), counts, people: [] };
        return { success: true as const, dryRun: true as const, effects, ...plan };
      }
      const { planned, position, application } = await applyTemplate(
        weekDeps,
        { ...week, expected },
        context,
      );
      const pending = await catchUp(position, ['schedule', 'templates']);
      const plan = await describe(planned, application);
      return { success: true as const, ...pending, message: formatWeekPlanMessage(plan), ...plan };
    },
  );

  app.post(
    '/api/admin/undo-template',
    withSchema({ body: undoTemplateBody, response: { 200: undoTemplateAnswer } }),
    async (request) => {
      const { weekStartDate: weekStart, ...body } = request.body;
      const undone = await undoTemplate(deps, { ...body, weekStart }, createCommandContext(request, clock));
      const pending = await catchUp(undone.position, ['schedule', 'templates']);
      return { success: true as const, ...pending, ...describeUndo(weekStart, undone) };
    },
  );
}
