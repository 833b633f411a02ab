import { formatShortWallDay } from '#web/lib/london-time.ts';

/** 'Thu 24 Dec' or '… to …' */
export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatShortWallDay(from) : `${formatShortWallDay(from)} to ${formatShortWallDay(to)}`;
