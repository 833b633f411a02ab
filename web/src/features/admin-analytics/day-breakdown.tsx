import type { ClassFigures, WeekFigures } from '#services/contract/analytics.ts';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { FillBadge } from './fill-badge.tsx';

type Day = WeekFigures['dailyBreakdown'][number];
type DayBreakdownProps = { day: Day; onExplain: (shown: ClassFigures) => void };

const ClassFiguresRow = ({ shown, onExplain }: { shown: ClassFigures; onExplain: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-sand border-t py-2.5">
    <span className="w-12 font-semibold tabular-nums">{shown.time}</span>
    <span className="min-w-40 grow">
      {getLevelName(shown.name)} <span className="text-ink-muted">with {shown.instructorName}</span>
    </span>
    <span className="flex items-center gap-2 tabular-nums">
      {shown.bookedCount} of {shown.maxCapacity}
      <FillBadge percentage={shown.fillPercentage} of="class" />
    </span>
    <span className="flex w-full items-center justify-between gap-x-4 tabular-nums sm:w-auto">
      <span className="text-ink-muted text-sm">
        {formatPence(shown.totalRevenue)} less {formatPence(shown.instructorFee)} fee
      </span>
      <span className={`w-20 text-right font-semibold ${shown.profit < 0 ? 'text-rust' : ''}`}>
        {formatPence(shown.profit)}
      </span>
      <Button variant="quiet" size="sm" onClick={onExplain}>
        Its passes<span className="sr-only">: the revenue of {shown.time}</span>
      </Button>
    </span>
  </li>
);

/** The figures of a day and its classes. */
export const DayBreakdown = ({ day, onExplain }: DayBreakdownProps) => (
  <li className="rounded-card border border-sand bg-surface px-4 pt-3 pb-1 md:px-5">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pb-3">
      <h3 className="font-display text-lg">{formatShortWallDay(day.date)}</h3>
      {day.totalClasses === 0 ? (
        <p className="text-ink-muted">No classes</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <span>{formatCount(day.totalClasses, 'class', 'classes')}</span>
          <span>
            {day.totalBooked} of {day.totalCapacity} booked
          </span>
          <FillBadge percentage={day.fillPercentage} of="period" />
          <span>{formatPence(day.totalRevenue)} revenue</span>
          <span className={day.totalProfit < 0 ? 'font-semibold text-rust' : 'font-semibold'}>
            {formatPence(day.totalProfit)} profit
          </span>
        </p>
      )}
    </div>
    {day.classes.length > 0 && (
      <ul>
        {day.classes.map((shown) => (
          <ClassFiguresRow key={shown.id} shown={shown} onExplain={() => onExplain(shown)} />
        ))}
      </ul>
    )}
  </li>
);
