import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { LotHistoryAnswer } from '#services/contract/wallet.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useLotHistory } from './api/use-lot-history.ts';
import { HistoryIcon } from './history-icon.tsx';
import { type HistoryItem, toHistoryItems } from './history-items.ts';
import { describeCounts } from './history-text.ts';

const Item = ({ at, type, text, rule, by, balance, positions }: HistoryItem) => (
  <li className="relative pb-5 pl-8 last:pb-0 before:absolute before:top-6 before:bottom-0 before:left-2.5 before:w-px before:bg-sand last:before:hidden">
    <HistoryIcon type={type} />
    <p className="leading-snug">{text}</p>
    {rule && <p className="text-ink-muted text-sm leading-snug">{rule}</p>}
    <div className="tabular mt-1 flex items-baseline justify-between gap-x-3 text-ink-muted text-sm">
      <p className="flex flex-wrap gap-x-3">
        <span>
          <time dateTime={at}>{formatDayTime(at)}</time>
          {by ? `, ${by}` : ''}
        </span>
        <span>
          <span className="sr-only">In the log at </span>
          {positions.map((position) => `#${position}`).join(', ')}
        </span>
      </p>
      <p className="shrink-0">{balance} left</p>
    </div>
  </li>
);

const Totals = ({ counts, balanced }: LotHistoryAnswer) => (
  <div className="mt-5 border-sand border-t pt-4 text-sm">
    <p className="font-medium">{describeCounts(counts)}</p>
    <p className="mt-1.5 flex items-start gap-2 text-ink-muted">
      {balanced ? (
        <>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-kelp" />
          Every pass is accounted for.
        </>
      ) : (
        <>
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-amber" />
          These do not add up. Please tell the studio.
        </>
      )}
    </p>
    <p className="mt-1.5 text-ink-muted">
      The # is an entry’s place in the studio’s log, in which nothing is ever changed or taken out.
    </p>
  </div>
);

/** Every event of one lot in recorded order, and the totals. */
export const LotHistory = ({ lotId }: { lotId: string }) => {
  const { history, hasFailed, retry } = useLotHistory(lotId);
  if (hasFailed) {
    return (
      <div role="alert">
        <p>The history is not here just now. Please try again in a moment.</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (history === undefined) {
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Loading the history...</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  return (
    <div className="animate-fade-in">
      <ol>
        {toHistoryItems(history.entries).map((item) => (
          <Item key={item.positions[0]} {...item} />
        ))}
      </ol>
      <Totals {...history} />
    </div>
  );
};
