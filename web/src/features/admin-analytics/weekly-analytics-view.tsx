import { useState } from 'react';
import type { ClassFigures, WeekFigures } from '#services/contract/analytics.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { ScrollBox } from '#web/components/staff/scroll-box.tsx';
import { useChosenWeek } from '#web/components/staff/use-chosen-week.ts';
import { WeekHeading } from '#web/components/staff/week-heading.tsx';
import { formatPence } from '#web/lib/money.ts';
import { ClassRevenueDialog } from './class-revenue-dialog.tsx';
import { FillBadge } from './fill-badge.tsx';
import { FillByHour } from './fill-by-hour.tsx';
import { useWeek } from './use-figures.ts';
import { WeekTable } from './week-table.tsx';

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
        <ScrollBox label="Day by day">
          <WeekTable days={week.dailyBreakdown} onExplain={setExplained} />
        </ScrollBox>
      </Panel>
      <ClassRevenueDialog shown={explained} onClose={() => setExplained(null)} />
    </>
  );
};

/** The figures of a week, with the passes behind each class's revenue. */
export const WeeklyAnalyticsView = () => {
  const chosen = useChosenWeek();
  const week = useWeek(chosen.monday);
  return (
    <div className="flex flex-col gap-8">
      <WeekHeading {...chosen} />
      <Loadable what="weekly analytics" read={week} height="h-96">
        {({ weeklyData }) => <Week week={weeklyData} />}
      </Loadable>
      <FillByHour />
    </div>
  );
};
