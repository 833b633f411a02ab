import { useState } from 'react';
import type { AdminClass, AdminClassesAnswer } from '#services/contract/admin-schedule.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { useChosenWeek } from '#web/components/staff/use-chosen-week.ts';
import { WeekHeading } from '#web/components/staff/week-heading.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { addWallDays, listWeekDates } from '#web/lib/london-time.ts';
import { AbsenceDialog } from './absence-dialog.tsx';
import { ChosenClasses } from './chosen-classes.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useClassesOfDays } from './use-timetable.ts';
import { WeekDay } from './week-day.tsx';

interface Move {
  readonly shown: AdminClass;
  readonly date: string;
}

/** Seven days of classes, of which several can be chosen, and each can be moved. */
function Week({ monday, classes, now }: AdminClassesAnswer & { monday: string }) {
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const [dragged, setDragged] = useState<AdminClass | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const without = (ids: readonly number[]) => chosenIds.filter((id) => !ids.includes(id));
  const chosen = classes.filter(({ id }) => chosenIds.includes(id));
  return (
    <>
      {/* What has the focus is not under the bar of the chosen classes. */}
      <ol aria-label="The week" className="grid gap-x-1 gap-y-5 lg:grid-cols-7 [&_*]:scroll-mb-28">
        {listWeekDates(monday, 0).map((date) => (
          <WeekDay
            key={date}
            date={date}
            classes={classes.filter((shown) => shown.date === date)}
            now={now}
            chosenIds={chosenIds}
            onChoose={({ id }, isChosen) => setChosenIds(isChosen ? [...chosenIds, id] : without([id]))}
            isTarget={dragged !== null && dragged.date !== date}
            onDrag={setDragged}
            onDrop={() => dragged && setMove({ shown: dragged, date })}
            onMove={(shown) => setMove({ shown, date: shown.date })}
          />
        ))}
      </ol>
      {chosen.length > 0 && (
        <ChosenClasses
          chosen={chosen}
          timetable={classes}
          onChanged={(ids) => setChosenIds(without(ids))}
          onClear={() => setChosenIds([])}
        />
      )}
      {move && <MoveDialog {...move} onClose={() => setMove(null)} />}
    </>
  );
}

/** The timetable of a week. */
export function WeekView() {
  const chosenWeek = useChosenWeek();
  const { monday } = chosenWeek;
  const [isAbsence, setIsAbsence] = useState(false);
  const read = useClassesOfDays({ from: monday, to: addWallDays(monday, 6) });
  return (
    <div className="flex flex-col gap-6">
      <WeekHeading {...chosenWeek} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-ink-muted">
          Choose classes to change several at once. Move one with its button
          <span className="max-lg:hidden">, or drag it to another day</span>.
        </p>
        <Button variant="secondary" size="sm" onClick={() => setIsAbsence(true)}>
          Instructor is ill
        </Button>
      </div>
      <Loadable what="classes" read={read} height="h-96">
        {(answer) => <Week key={monday} monday={monday} {...answer} />}
      </Loadable>
      {isAbsence && <AbsenceDialog onClose={() => setIsAbsence(false)} />}
    </div>
  );
}
