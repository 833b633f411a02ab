import type { ClassType } from '../../../../services/contract/values.ts';

const names: Record<ClassType, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  'pre & post natal': 'Pre & Post Natal',
  'reformer for all': 'Reformer For All',
};

/** A class level as people read it. */
export const levelName = (level: ClassType): string => names[level];

/** What a level asks of those who book it, beyond its name. */
export const levelHint = (level: ClassType): string | null =>
  level === 'reformer for all' ? 'Not suitable for complete beginners' : null;
