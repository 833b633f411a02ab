import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { formatShortWallDay, formatWallDate } from '#web/lib/london-time.ts';
import { useClosureOf } from '../timetable/api/use-closures.ts';

/** A day without classes, and why, if the studio is closed. */
export const EmptyDay = ({ date }: { date: string }) => {
  const closure = useClosureOf(date);
  if (closure === undefined)
    return (
      <EmptyState
        illustration={<CalmSea />}
        title="No Classes Available"
        text={`No classes are scheduled for ${formatWallDate(date)}`}
      />
    );
  const { from, to, reason } = closure;
  const when =
    from === to
      ? `on ${formatShortWallDay(from)}`
      : `from ${formatShortWallDay(from)} to ${formatShortWallDay(to)}`;
  return (
    <EmptyState
      illustration={<CalmSea />}
      title={`Closed: ${reason}`}
      text={`We are closed ${when}. Your passes last ${from === to ? 'a day longer' : 'a day longer for each of these days'}.`}
    />
  );
};
