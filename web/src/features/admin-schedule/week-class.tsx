import { Link } from 'react-router-dom';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatClass } from './class-calls.ts';
import { describeClassStatus } from './class-status.ts';

const fills = { rust: 'text-rust', amber: 'text-amber', kelp: 'text-kelp' } as const;

type WeekClassProps = {
  shown: AdminClass;
  /** A class that has begun is neither chosen nor moved here. */
  isAhead: boolean;
  isChosen: boolean;
  onChoose: (shown: AdminClass, isChosen: boolean) => void;
  onDrag: (shown: AdminClass | null) => void;
  onMove: (shown: AdminClass) => void;
};

/** A class in the week. Its level leads to its bookings. */
export function WeekClass({ shown, isAhead, isChosen, onChoose, onDrag, onMove }: WeekClassProps) {
  const { id, date, time, name, instructorName, bookedCount, maxCapacity, waitlistCount } = shown;
  const label = formatClass(shown);
  const { text, tone } = describeClassStatus(shown);
  return (
    <li
      draggable={isAhead}
      onDragStart={(event) => {
        // Firefox starts no drag without data.
        event.dataTransfer.setData('text/plain', label);
        onDrag(shown);
      }}
      onDragEnd={() => onDrag(null)}
      className={cx(
        'rounded-md border px-2.5 py-2 text-sm leading-snug',
        isChosen ? 'border-sea bg-sea-tint' : 'border-sand bg-surface',
        isAhead && 'lg:cursor-grab',
      )}
    >
      {isAhead ? (
        <Checkbox
          className="py-1!"
          label={
            <>
              <span className="sr-only">Choose {label}</span>
              <span aria-hidden="true" className="tabular font-semibold text-base">
                {time}
              </span>
            </>
          }
          checked={isChosen}
          onCheckedChange={(checked) => onChoose(shown, checked)}
        />
      ) : (
        <p className="tabular py-1 font-semibold text-base">{time}</p>
      )}
      <Link
        draggable={false}
        className="text-link inline-flex min-h-6 items-center"
        to={`/admin?tab=schedule&view=daily&date=${date}&class=${id}`}
      >
        {getLevelName(name)}
        <span className="sr-only">, bookings of {label}</span>
      </Link>
      <p className="break-words text-ink-muted">{instructorName}</p>
      <p className="tabular">
        {bookedCount} of {maxCapacity}
        {waitlistCount > 0 && `, ${waitlistCount} waiting`}
      </p>
      <p className={cx('font-semibold', fills[tone])}>{text}</p>
      {isAhead && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 px-2!"
          aria-label={`Move ${label}`}
          onClick={() => onMove(shown)}
        >
          Move
        </Button>
      )}
    </li>
  );
}
