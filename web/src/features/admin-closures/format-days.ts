import { formatWallDay } from '#web/lib/london-time.ts';

/** 'Thursday 24 December' or '… to …' */
export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatWallDay(from) : `${formatWallDay(from)} to ${formatWallDay(to)}`;
