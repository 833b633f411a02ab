import type { PassCountsAnswer } from '#services/contract/audit.ts';
import { cx } from '#web/components/ui/cx.ts';
import { passStates } from './pass-states.ts';

/** Larger lots are drawn as one segment a state. */
const maxDrawnPasses = 24;

type PassStateBarProps = { counts: PassCountsAnswer; className?: string };

/** The states of a lot's passes as a bar; hidden from screen readers, because the counts are beside it. */
export function PassStateBar({ counts, className }: PassStateBarProps) {
  const present = passStates.filter(({ state }) => counts[state] > 0);
  return (
    <div aria-hidden="true" className={cx('flex h-3 w-full gap-0.5 overflow-hidden rounded-full', className)}>
      {present.length === 0 && <span className="grow bg-sand" />}
      {present.flatMap(({ state, colour }) =>
        counts.granted > maxDrawnPasses ? (
          <span key={state} className={colour} style={{ flexGrow: counts[state] }} />
        ) : (
          Array.from({ length: counts[state] }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the passes of a state are identical
            <span key={`${state}/${index}`} className={cx('grow', colour)} />
          ))
        ),
      )}
    </div>
  );
}

/** The number of passes in each state, beside its colour. */
export const PassStateCounts = ({ counts, isWide }: { counts: PassCountsAnswer; isWide?: boolean }) => (
  <dl className={cx('grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3', isWide && 'lg:grid-cols-6')}>
    {passStates.map(({ state, colour }) => (
      <div key={state} className="flex items-baseline gap-2">
        <span aria-hidden="true" className={cx('size-2.5 shrink-0 self-center rounded-full', colour)} />
        <dt className={cx('order-2 text-sm', counts[state] === 0 && 'text-ink-muted')}>{state}</dt>
        <dd className={cx('tabular order-1', counts[state] === 0 ? 'text-ink-muted' : 'font-semibold')}>
          {counts[state]}
        </dd>
      </div>
    ))}
  </dl>
);
