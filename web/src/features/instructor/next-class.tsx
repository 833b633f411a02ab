import { ArrowDown } from 'lucide-react';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { getHeadingId } from './taught-classes.ts';

function goToClass(id: number): void {
  const heading = document.getElementById(getHeadingId(id));
  if (heading === null) return;
  scrollToElement(heading);
  heading.focus({ preventScroll: true });
}

/** The class that comes next, above a list that begins with the last one; leads to it. */
export const NextClass = ({ taught }: { taught: TaughtClass }) => (
  <section
    aria-label="Next class"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-sea-tint px-4 py-3"
  >
    <p>
      <span className="font-semibold">Next: {formatDayTime(taught.startsAt)}</span>{' '}
      {getLevelName(taught.name)}, {taught.bookedCount} of {taught.maxCapacity} booked
    </p>
    <Button variant="quiet" size="sm" onClick={() => goToClass(taught.id)}>
      <ArrowDown aria-hidden="true" className="size-4.5" />
      Go to this class
    </Button>
  </section>
);
