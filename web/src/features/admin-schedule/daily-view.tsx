import { DateStepper } from '#web/components/staff/date-stepper.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { useClosureOf } from '../timetable/api/use-closures.ts';
import { AddClassForm } from './add-class-form.tsx';
import { ClassRow } from './class-row.tsx';
import { type ChosenDay, useChosenDay } from './use-chosen-day.ts';
import { useDayClasses } from './use-timetable.ts';

const EmptyDay = ({ date }: { date: string }) => {
  const closure = useClosureOf(date);
  return (
    <p className="rounded-card border border-sand bg-surface px-5 py-8 text-center text-ink-muted">
      {closure === undefined ? 'No classes scheduled for this date' : `Closed: ${closure.reason}`}
    </p>
  );
};

const DayClasses = ({ date, classId, chooseClass }: ChosenDay) => (
  <Loadable what="classes" read={useDayClasses(date)} height="h-64">
    {({ classes }) =>
      classes.length === 0 ? (
        <EmptyDay date={date} />
      ) : (
        <ul className="flex flex-col gap-3">
          {classes.map((shown) => (
            <li key={shown.id}>
              <ClassRow
                shown={shown}
                isOpen={shown.id === classId}
                onToggle={() => chooseClass(shown.id === classId ? null : shown.id)}
              />
            </li>
          ))}
        </ul>
      )
    }
  </Loadable>
);

/** The timetable of one day. */
export function DailyView() {
  const day = useChosenDay();
  const { date, today, chooseDay, step } = day;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="flex flex-wrap items-center gap-3 text-2xl">
          {formatShortWallDay(date)}
          {date === today && <Badge tone="coral">Today</Badge>}
        </h2>
        <DateStepper
          unit="day"
          label="Date"
          date={date}
          home={{ label: 'Today', date: today }}
          onChoose={chooseDay}
          onStep={step}
        />
      </div>
      <Panel title="Classes">
        <DayClasses {...day} />
      </Panel>
      <Panel title="Add New Class" intro={`On ${formatShortWallDay(date)}.`}>
        <AddClassForm date={date} />
      </Panel>
    </div>
  );
}
