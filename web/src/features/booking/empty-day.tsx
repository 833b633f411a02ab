import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useConfig } from '#web/lib/config.ts';
import { formatShortWallDay, formatWallDate } from '#web/lib/london-time.ts';
import { useDemoProgress } from '#web/lib/use-demo-progress.ts';
import { useClosureOf } from '../timetable/api/use-closures.ts';

const DemoDay = () => {
  useDemoProgress();
  return (
    <EmptyState
      illustration={<CalmSea />}
      title="The demo studio is still being made …"
      text="Its classes appear here in about a minute."
    />
  );
};

/** A day without classes, and why, if it is known. */
export const EmptyDay = ({ date }: { date: string }) => {
  const closure = useClosureOf(date);
  const isDemoBeingMade = useConfig()?.demoIsBeingMade ?? false;
  if (isDemoBeingMade) return <DemoDay />;
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
