import useSWR, { type ScopedMutator } from 'swr';
import type {
  TemplateClass,
  TemplateClassesAnswer,
  WeeklyClassCountsAnswer,
  WeeklyTemplate,
  WeeklyTemplatesAnswer,
} from '../../../../services/contract/admin-templates.ts';

export const templatesPath = '/api/admin/weekly-templates';
export const templateClassesPath = '/api/admin/template-classes';
const countsPath = '/api/admin/weekly-class-counts';

export type WeekCount = WeeklyClassCountsAnswer['weeklyCounts'][number];

interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

export const useTemplates = (): Loaded<readonly WeeklyTemplate[]> => {
  const { data, error, mutate } = useSWR<WeeklyTemplatesAnswer | undefined, Error>(templatesPath);
  return { data: data?.templates, error, retry: () => void mutate() };
};

/** The classes of a template, Monday first. */
export const useTemplateClasses = (templateId: number): Loaded<readonly TemplateClass[]> => {
  const { data, error, mutate } = useSWR<TemplateClassesAnswer | undefined, Error>(
    `${templateClassesPath}/${templateId}`,
  );
  return { data: data?.templateClasses, error, retry: () => void mutate() };
};

/** How many classes the next eight weeks have, from the current one; live. */
export const useWeekCounts = (): Loaded<readonly WeekCount[]> => {
  const { data, error, mutate } = useSWR<WeeklyClassCountsAnswer | undefined, Error>(countsPath);
  return { data: data?.weeklyCounts, error, retry: () => void mutate() };
};

export const applyPath = '/api/admin/apply-template';

/** The plan of a week; live, and read again when templates change. */
export const planKey = (templateId: number, weekStart: string): string =>
  `${applyPath}?templateId=${templateId}&weekStartDate=${weekStart}`;

const showsTemplates = (key: unknown): boolean =>
  typeof key === 'string' && (key.startsWith(`${templateClassesPath}/`) || key.startsWith(`${applyPath}?`));

/** Reads again what shows templates, their classes and what applying them would do. */
export const refreshTemplates = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([mutate(templatesPath), mutate(showsTemplates)]);
};

/** The same after a week was filled, with the counts of the weeks. */
export const refreshWeeks = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([refreshTemplates(mutate), mutate(countsPath)]);
};
