import type { PassCountsAnswer } from '#services/contract/audit.ts';
import { cx } from '#web/components/ui/cx.ts';
import { places } from './pass-states.ts';

/** Up to so many passes are drawn one by one. */
const DRAWN = 24;

/** Where the passes of a lot are, drawn; the words stand beside it. */
export function PlaceBar({ counts, className }: { counts: PassCountsAnswer; className?: string }) {
  const there = places.filter(({ place }) => counts[place] > 0);
  return (
    <div aria-hidden="true" className={cx('flex h-3 w-full gap-0.5 overflow-hidden rounded-full', className)}>
      {there.length === 0 && <span className="grow bg-sand" />}
      {there.flatMap(({ place, colour }) =>
        counts.granted > DRAWN ? (
          <span key={place} className={colour} style={{ flexGrow: counts[place] }} />
        ) : (
          Array.from({ length: counts[place] }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: passes of one place are alike
            <span key={`${place}/${index}`} className={cx('grow', colour)} />
          ))
        ),
      )}
    </div>
  );
}

/** How many passes are in each place, in words, each beside its colour. */
export const PlaceWords = ({ counts, isWide }: { counts: PassCountsAnswer; isWide?: boolean }) => (
  <dl className={cx('grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3', isWide && 'lg:grid-cols-6')}>
    {places.map(({ place, word, colour }) => (
      <div key={place} className="flex items-baseline gap-2">
        <span aria-hidden="true" className={cx('size-2.5 shrink-0 self-center rounded-full', colour)} />
        <dt className={cx('order-2 text-sm', counts[place] === 0 && 'text-ink-muted')}>{word}</dt>
        <dd className={cx('tabular order-1', counts[place] === 0 ? 'text-ink-muted' : 'font-semibold')}>
          {counts[place]}
        </dd>
      </div>
    ))}
  </dl>
);
