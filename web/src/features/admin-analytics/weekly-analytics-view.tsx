import { useState } from 'react';
import type { ClassFigures, WeekFigures } from '#services/contract/analytics.ts';
import { DateStepper } from '#web/components/staff/date-stepper.tsx';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { addWallDays, formatWeekRange } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { ClassRevenueDialog } from './class-revenue-dialog.tsx';
import { DayBreakdown } from './day-breakdown.tsx';
import { FillBadge } from './fill-badge.tsx';
import { FillByHour } from './fill-by-hour.tsx';
import { useChosenWeek } from './use-chosen-week.ts';
import { useWeek } from './use-figures.ts';

const Week = ({ week }: { week: WeekFigures }) => {
  const [explained, setExplained] = useState<ClassFigures | null>(null);
  return (
    <>
      <FigureCards
        figures={[
          { name: 'Classes', value: week.totalClasses },
          {
            name: 'Booked',
            value: week.totalBooked,
            about: (
              <span className="flex flex-wrap items-center gap-2">
                of {week.totalCapacity} <FillBadge percentage={week.fillPercentage} of="period" />
              </span>
            ),
          },
          { name: 'Revenue', value: formatPence(week.totalRevenue), about: 'the passes that classes used' },
          { name: 'Instructor fees', value: formatPence(week.totalInstructorFees) },
          { name: 'Profit', value: formatPence(week.totalProfit), isLoss: week.totalProfit < 0 },
        ]}
      />
      <Panel title="Day by day" intro="All classes of the week, with what is booked so far.">
        <ul className="flex flex-col gap-3">
          {week.dailyBreakdown.map((day) => (
            <DayBreakdown key={day.date} day={day} onExplain={setExplained} />
          ))}
        </ul>
      </Panel>
      <ClassRevenueDialog shown={explained} onClose={() => setExplained(null)} />
    </>
  );
};

/** The figures of a week, with the passes behind each class's revenue. */
export const WeeklyAnalyticsView = () => {
  const { monday, thisWeek, chooseWeek } = useChosenWeek();
  const week = useWeek(monday);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-2xl">
          {formatWeekRange([monday, addWallDays(monday, 6)])} {monday.slice(0, 4)}
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
      <Loadable what="weekly analytics" read={week} height="h-96">
        {({ weeklyData }) => <Week week={weeklyData} />}
      </Loadable>
      <FillByHour />
    </div>
  );
};
