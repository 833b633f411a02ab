import type { ReactNode } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';

interface ClassRowProps {
  /** The id of the row's heading, which describes its actions. */
  readonly headingId: string;
  readonly bookedClass: MyBooking['class'];
  readonly badge: ReactNode;
  /** Appended to the instructor and the duration. */
  readonly detail?: string;
  readonly actions: ReactNode;
  readonly isHighlighted?: boolean;
  /** Scrolls to the row when the page opens. */
  readonly isScrolledTo?: boolean;
  readonly children: ReactNode;
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** One class of the member's list: day and time, level, instructor and actions. */
export const ClassRow = ({
  headingId,
  bookedClass: { date, time, duration, instructorName, name },
  badge,
  detail = '',
  actions,
  isHighlighted = false,
  isScrolledTo = false,
  children,
}: ClassRowProps) => (
  <Card
    as="article"
    aria-labelledby={headingId}
    className={cx(isHighlighted && 'border-coral!', 'md:flex md:items-center md:gap-8')}
  >
    <h3
      ref={isScrolledTo ? scrollTo : null}
      id={headingId}
      className="flex items-baseline gap-3 md:w-32 md:shrink-0 md:flex-col md:gap-0.5"
    >
      <span className="tabular text-3xl leading-none tracking-tight">{time}</span>
      <span className="font-sans text-base tracking-normal">{formatShortWallDay(date)}</span>
    </h3>
    <div className="mt-3 grow md:mt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-semibold">{getLevelName(name)}</span>
        {badge}
      </p>
      <p className="text-ink-muted">
        {instructorName || 'Instructor'} · {duration} min{detail}
      </p>
      {children}
    </div>
    <div className="mt-4 flex shrink-0 flex-wrap gap-2.5 md:mt-0">{actions}</div>
  </Card>
);
