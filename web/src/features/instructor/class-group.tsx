import type { ReactNode } from 'react';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { getHeadingId, splitNearest, type TaughtGroup } from './taught-classes.ts';

interface ClassGroupProps {
  readonly group: TaughtGroup;
  readonly today: string;
  /** Whether the classes far from today are shown as well. */
  readonly isUnfolded: boolean;
  readonly onUnfold: () => void;
  readonly renderClass: (taught: TaughtClass) => ReactNode;
}

/** 'up to Sat 12 Dec' or 'from Fri 30 Oct': the day furthest from today. The newest class is the first of the list. */
const describeReach = (day: TaughtGroup['day'], classes: readonly TaughtClass[]): string =>
  day === 'ahead'
    ? `up to ${formatShortWallDay(classes[0]?.date ?? '')}`
    : `from ${formatShortWallDay(classes.at(-1)?.date ?? '')}`;

/** The classes of today, ahead or finished. Those far from today are folded, so that the page stays short. */
export const ClassGroup = ({ group, today, isUnfolded, onUnfold, renderClass }: ClassGroupProps) => {
  const { day, title, classes } = group;
  const { near, far } = splitNearest(group, today);
  const hidden = isUnfolded ? [] : far;
  const unfold = () => {
    onUnfold();
    // The button disappears, so the focus goes to the first class that it showed.
    const first = day === 'ahead' ? classes[0] : far[0];
    if (first) requestAnimationFrame(() => document.getElementById(getHeadingId(first.id))?.focus());
  };
  const button = hidden.length > 0 && (
    <Button variant="secondary" size="sm" className="self-start" onClick={unfold}>
      Show {formatCount(hidden.length, 'more class', 'more classes')}, {describeReach(day, hidden)}
    </Button>
  );
  return (
    <section aria-labelledby={`classes-${day}`} className="flex flex-col gap-3 md:gap-4">
      <h2 id={`classes-${day}`} className="text-2xl">
        {title}
      </h2>
      {/* The newest class is the first, so that what is far ahead comes above. */}
      {day === 'ahead' && button}
      {(hidden.length > 0 ? near : classes).map(renderClass)}
      {day !== 'ahead' && button}
    </section>
  );
};
