import type { ScopedMutator } from 'swr';
import type {
  TemplateClassesAnswer,
  WeeklyClassCountsAnswer,
  WeeklyTemplatesAnswer,
} from '#services/contract/admin-templates.ts';
import { useRead } from '#web/lib/use-read.ts';

export const templatesPath = '/api/admin/weekly-templates';
export const templateClassesPath = '/api/admin/template-classes';
export const applyPath = '/api/admin/apply-template';
export const undoPath = '/api/admin/undo-template';
const countsPath = '/api/admin/weekly-class-counts';

export type WeekCount = WeeklyClassCountsAnswer['weeklyCounts'][number];

export const useTemplates = () => useRead<WeeklyTemplatesAnswer>(templatesPath);

/** The classes of a template, Monday first. */
export const useTemplateClasses = (templateId: number) =>
  useRead<TemplateClassesAnswer>(`${templateClassesPath}/${templateId}`);

/** The class counts of eight weeks, the current one first; live updates refresh them. */
export const useWeekCounts = () => useRead<WeeklyClassCountsAnswer>(countsPath);

/** The cache key of a week's plan, which is reloaded when templates change. */
export const getPlanKey = (templateId: number, weekStart: string): string =>
  `${applyPath}?templateId=${templateId}&weekStartDate=${weekStart}`;

const dependsOnTemplates = (key: unknown): boolean =>
  typeof key === 'string' && (key.startsWith(`${templateClassesPath}/`) || key.startsWith(`${applyPath}?`));

/** Reloads the templates, their classes and the plans. */
export const refreshTemplates = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([mutate(templatesPath), mutate(dependsOnTemplates)]);

/** Reloads the same and the class counts, after a template was applied or that was undone. */
export const refreshWeeks = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([refreshTemplates(mutate), mutate(countsPath)]);
