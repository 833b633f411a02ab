import type { PassDetails } from './events.ts';

/** How long a pass lasts: `2 weeks`, `1 month`. */
export const formatValidity = ({ count, unit }: PassDetails['validity']): string =>
  count === 1 ? `1 ${unit === 'weeks' ? 'week' : 'month'}` : `${count} ${unit}`;
