import { DateStepper } from '../../components/staff/date-stepper.tsx';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatWallDay } from '../../lib/london-time.ts';
import { AddClassForm } from './add-class-form.tsx';
import { ClassRow } from './class-row.tsx';
import { type ChosenDay, useChosenDay } from './use-chosen-day.ts';
import { useDayClasses } from './use-timetable.ts';

function DayList({ date, classId, chooseClass }: ChosenDay) {
  const { data, error, retry } = useDayClasses(date);
  if (data === undefined) {
    if (error) return <LoadFailure what="classes" error={error} retry={retry} />;
    return <Skeleton className="h-64" />;
  }
  if (data.classes.length === 0) {
    return (
      <p className="rounded-card border border-sand bg-surface px-5 py-8 text-center text-ink-muted">
        No classes scheduled for this date
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-3">
      {data.classes.map((shown) => (
        <li key={shown.id}>
          <ClassRow
            shown={shown}
            isOpen={shown.id === classId}
            onToggle={() => chooseClass(shown.id === classId ? null : shown.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** One day of the timetable, to be kept. */
export function DailyView() {
  const day = useChosenDay();
  const { date, today, chooseDay, step } = day;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="flex flex-wrap items-center gap-3 text-2xl">
          {formatWallDay(date)}
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
        <DayList {...day} />
      </Panel>
      <Panel title="Add New Class" intro={`On ${formatWallDay(date)}.`}>
        <AddClassForm date={date} />
      </Panel>
    </div>
  );
}
