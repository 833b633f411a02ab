import type { ClassType } from '#services/contract/values.ts';

const names: Record<ClassType, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  'pre & post natal': 'Pre & Post Natal',
  'reformer for all': 'Reformer For All',
};

export const isLevel = (value: unknown): value is ClassType =>
  typeof value === 'string' && Object.hasOwn(names, value);

/** The display name of a class level. */
export const getLevelName = (level: ClassType): string => names[level];

/** A warning that goes with the name of a level; null for most. */
export const getLevelHint = (level: ClassType): string | null =>
  level === 'reformer for all' ? 'Not suitable for complete beginners' : null;
