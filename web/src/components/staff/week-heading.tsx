import { addWallDays, formatWeekRange } from '#web/lib/london-time.ts';
import { DateStepper } from './date-stepper.tsx';
import type { ChosenWeek } from './use-chosen-week.ts';

/** The week that is shown, and how to reach another one. */
export const WeekHeading = ({ monday, thisWeek, chooseWeek }: ChosenWeek) => {
  const sunday = addWallDays(monday, 6);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="text-2xl">
        {formatWeekRange([monday, sunday])} {sunday.slice(0, 4)}
      </h2>
      <DateStepper
        unit="week"
        label="Week starting (Monday)"
        date={monday}
        home={{ label: 'This week', date: thisWeek }}
        onChoose={chooseWeek}
        onStep={(direction) => chooseWeek(addWallDays(monday, 7 * direction))}
      />
    </div>
  );
};
