import { useState } from 'react';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { cx } from '#web/components/ui/cx.ts';
import { formatWallDay, getDateParts, toLondonDate } from '#web/lib/london-time.ts';
import { useClosureOf } from '../timetable/api/use-closures.ts';
import { WeekClass } from './week-class.tsx';

type WeekDayProps = {
  date: string;
  classes: readonly AdminClass[];
  now: string;
  chosenIds: readonly number[];
  onChoose: (shown: AdminClass, isChosen: boolean) => void;
  /** A class of another day is being dragged. */
  isTarget: boolean;
  onDrag: (shown: AdminClass | null) => void;
  onDrop: () => void;
  onMove: (shown: AdminClass) => void;
};

/** A day of the week with its classes, on which a class of another day can be dropped. */
export function WeekDay({ date, classes, now, chosenIds, isTarget, onDrop, ...actions }: WeekDayProps) {
  const [isOver, setIsOver] = useState(false);
  const closure = useClosureOf(date);
  const { weekday, day } = getDateParts(date);
  const isToday = toLondonDate(now) === date;
  return (
    <li
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop();
      }}
      className={cx('min-w-0 rounded-card p-1.5', isOver && isTarget && 'bg-sea-tint')}
    >
      <h3 className="mb-2 flex items-baseline justify-between gap-2 border-sand border-b pb-1.5 font-sans font-semibold text-base">
        <span className="sr-only">{formatWallDay(date)}</span>
        <span aria-hidden="true">
          {weekday} <span className="tabular font-normal text-ink-muted">{day}</span>
        </span>
        {isToday && <span className="text-coral-dark text-sm">Today</span>}
      </h3>
      {classes.length === 0 ? (
        <p className="text-ink-muted text-sm">
          {closure === undefined ? 'No classes' : `Closed: ${closure.reason}`}
        </p>
      ) : (
        <ul className="grid gap-2 max-lg:grid-cols-2">
          {classes.map((shown) => (
            <WeekClass
              key={shown.id}
              shown={shown}
              isAhead={shown.startsAt > now}
              isChosen={chosenIds.includes(shown.id)}
              {...actions}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
