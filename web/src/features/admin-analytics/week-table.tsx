import type { ClassFigures, WeekFigures } from '#services/contract/analytics.ts';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { FillBadge } from './fill-badge.tsx';

type Day = WeekFigures['dailyBreakdown'][number];
type WeekTableProps = { days: readonly Day[]; onExplain: (shown: ClassFigures) => void };

const columns = ['Time', 'Class', 'Booked', 'Revenue', 'Fee', 'Profit'];
const cell = 'px-3 py-1';
const amount = `${cell} text-right tabular-nums`;
const getProfitClasses = (pence: number): string => (pence < 0 ? 'font-semibold text-rust' : 'font-semibold');

const ClassLine = ({ shown, onExplain }: { shown: ClassFigures; onExplain: () => void }) => (
  <tr className="border-sand border-t">
    <th scope="row" className={`${cell} text-left font-medium tabular-nums`}>
      {shown.time}
    </th>
    <td className={cell}>
      {getLevelName(shown.name)} <span className="text-ink-muted">with {shown.instructorName}</span>
    </td>
    <td className={`${cell} whitespace-nowrap tabular-nums`}>
      <span className="mr-2">
        {shown.bookedCount} of {shown.maxCapacity}
      </span>
      <FillBadge percentage={shown.fillPercentage} of="class" />
    </td>
    <td className={amount}>{formatPence(shown.totalRevenue)}</td>
    <td className={amount}>{formatPence(shown.instructorFee)}</td>
    <td className={`${amount} ${getProfitClasses(shown.profit)}`}>{formatPence(shown.profit)}</td>
    <td className="pr-2 text-right">
      <Button variant="quiet" size="sm" onClick={onExplain}>
        Its passes<span className="sr-only">: the revenue of {shown.time}</span>
      </Button>
    </td>
  </tr>
);

const DayLines = ({ day, onExplain }: { day: Day; onExplain: WeekTableProps['onExplain'] }) => (
  <tbody className="border-sand border-t-2">
    <tr className="bg-sand-soft">
      <th scope="rowgroup" colSpan={2} className={`${cell} text-left font-semibold`}>
        {formatShortWallDay(day.date)}
        <span className="ml-3 font-normal text-ink-muted">
          {day.totalClasses === 0 ? 'No classes' : formatCount(day.totalClasses, 'class', 'classes')}
        </span>
      </th>
      {day.totalClasses === 0 ? (
        <td colSpan={5} />
      ) : (
        <>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>
            <span className="mr-2">
              {day.totalBooked} of {day.totalCapacity} booked
            </span>
            <FillBadge percentage={day.fillPercentage} of="period" />
          </td>
          <td className={amount}>{formatPence(day.totalRevenue)}</td>
          <td className={amount}>{formatPence(day.totalInstructorFees)}</td>
          <td className={`${amount} ${getProfitClasses(day.totalProfit)}`}>{formatPence(day.totalProfit)}</td>
          <td />
        </>
      )}
    </tr>
    {day.classes.map((shown) => (
      <ClassLine key={shown.id} shown={shown} onExplain={() => onExplain(shown)} />
    ))}
  </tbody>
);

/** The figures of the days of a week, each with its classes. */
export const WeekTable = ({ days, onExplain }: WeekTableProps) => (
  <table className="w-full min-w-190 border-collapse text-sm">
    <caption className="sr-only">Day by day</caption>
    <thead>
      <tr className="text-ink-muted">
        {columns.map((name, index) => (
          <th
            key={name}
            scope="col"
            className={`px-3 py-2 font-semibold ${index > 2 ? 'text-right' : 'text-left'}`}
          >
            {name}
          </th>
        ))}
        <td />
      </tr>
    </thead>
    {days.map((day) => (
      <DayLines key={day.date} day={day} onExplain={onExplain} />
    ))}
  </table>
);
