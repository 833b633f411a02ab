import type { TrendsAnswer } from '#services/contract/analytics.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPence, toPounds } from '#web/lib/money.ts';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { chartColours } from './chart-theme.tsx';
import { FigureChart } from './figure-chart.tsx';
import { formatMonth, formatShortMonth } from './format-month.ts';
import { useTrends } from './use-figures.ts';

type Month = TrendsAnswer['months'][number];
type Week = TrendsAnswer['weeks'][number];
type MonthsProps = { months: readonly Month[] };

/** Whole pounds, for an axis. */
const formatRoundPounds = (pence: number) => `£${formatNumber(Math.round(toPounds(pence)))}`;
/** '12 May' of a wall date */
const formatDayAndMonth = (date: string) => formatShortWallDay(date).split(' ').slice(1).join(' ');
const sumBy = <Row,>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((total, row) => total + value(row), 0);

const monthProps = {
  rowKey: ({ month }: Month) => month,
  label: ({ month }: Month) => formatShortMonth(month),
};
const monthColumn = { header: 'Month', value: ({ month }: Month) => formatMonth(month) };

const RevenueChart = ({ months }: MonthsProps) => {
  const passes = sumBy(months, ({ passRevenue }) => passRevenue);
  const memberships = sumBy(months, ({ membershipRevenue }) => membershipRevenue);
  return (
    <FigureChart
      title="Revenue"
      intro="Money received, less what went back, by month."
      summary={`In twelve months ${formatPence(passes + memberships)}: ${formatPence(passes)} for passes and ${formatPence(memberships)} for memberships.`}
      {...monthProps}
      rows={months}
      columns={[
        monthColumn,
        { header: 'Passes', value: ({ passRevenue }) => formatPence(passRevenue) },
        { header: 'Memberships', value: ({ membershipRevenue }) => formatPence(membershipRevenue) },
      ]}
      format={formatRoundPounds}
      minAxisEnd={10_000}
      series={[
        {
          name: 'Passes',
          value: ({ passRevenue }) => passRevenue,
          colour: chartColours.sea,
          stack: 'money',
        },
        {
          name: 'Memberships',
          value: ({ membershipRevenue }) => membershipRevenue,
          colour: chartColours.sun,
          stack: 'money',
        },
      ]}
    />
  );
};

const ClassEarningsChart = ({ weeks }: { weeks: readonly Week[] }) => {
  const revenue = sumBy(weeks, ({ classRevenue }) => classRevenue);
  const fees = sumBy(weeks, ({ instructorFees }) => instructorFees);
  return (
    <FigureChart
      title="What classes earned"
      intro="The value of the passes that classes used, beside their instructors' fees, by week."
      summary={`Over ${weeks.length} weeks, the present one last: ${formatPence(revenue)} earned, ${formatPence(fees)} of fees.`}
      rows={weeks}
      rowKey={({ weekStart }) => weekStart}
      columns={[
        { header: 'Week from', value: ({ weekStart }) => formatShortWallDay(weekStart) },
        { header: 'Earned', value: ({ classRevenue }) => formatPence(classRevenue) },
        { header: 'Fees', value: ({ instructorFees }) => formatPence(instructorFees) },
        { header: 'Booked', value: ({ booked, capacity }) => `${booked} of ${capacity}` },
      ]}
      label={({ weekStart }) => formatDayAndMonth(weekStart)}
      format={formatRoundPounds}
      minAxisEnd={10_000}
      series={[
        { name: 'Earned', value: ({ classRevenue }) => classRevenue, colour: chartColours.sea },
        { name: 'Fees', value: ({ instructorFees }) => instructorFees, colour: chartColours.coral },
      ]}
    />
  );
};

const PassesChart = ({ months }: MonthsProps) => {
  const granted = sumBy(months, ({ passesGranted }) => passesGranted);
  const used = sumBy(months, ({ passesUsed }) => passesUsed);
  const unused = sumBy(months, ({ passesUnused }) => passesUnused);
  return (
    <FigureChart
      title="Passes"
      intro="Sold or given, used, and lost unused to their expiry or a refund, by month."
      summary={`In twelve months ${formatCount(granted, 'pass', 'passes')} granted, ${formatNumber(used)} used, ${formatNumber(unused)} lost unused.`}
      {...monthProps}
      rows={months}
      columns={[
        monthColumn,
        { header: 'Granted', value: ({ passesGranted }) => passesGranted },
        { header: 'Used', value: ({ passesUsed }) => passesUsed },
        { header: 'Unused', value: ({ passesUnused }) => passesUnused },
      ]}
      format={formatNumber}
      minAxisEnd={4}
      series={[
        { name: 'Granted', value: ({ passesGranted }) => passesGranted, colour: chartColours.sea },
        { name: 'Used', value: ({ passesUsed }) => passesUsed, colour: chartColours.coral },
        { name: 'Unused', value: ({ passesUnused }) => passesUnused, colour: chartColours.sand },
      ]}
    />
  );
};

const MembersChart = ({ months }: MonthsProps) => {
  const current = months.at(-1);
  return (
    <FigureChart
      title="Members"
      intro="New: their first class. Returning: a class now and one in a month before. At risk: came in the last 60 days, not in the last 30."
      summary={
        current
          ? `This month ${formatNumber(current.membersNew)} new, ${formatNumber(current.membersReturning)} returning, ${formatNumber(current.membersAtRisk)} at risk.`
          : ''
      }
      {...monthProps}
      rows={months}
      columns={[
        monthColumn,
        { header: 'New', value: ({ membersNew }) => membersNew },
        { header: 'Returning', value: ({ membersReturning }) => membersReturning },
        { header: 'At risk', value: ({ membersAtRisk }) => membersAtRisk },
      ]}
      format={formatNumber}
      minAxisEnd={4}
      series={[
        { name: 'Returning', value: ({ membersReturning }) => membersReturning, colour: chartColours.sea },
        { name: 'New', value: ({ membersNew }) => membersNew, colour: chartColours.sun },
        { name: 'At risk', value: ({ membersAtRisk }) => membersAtRisk, colour: chartColours.coral },
      ]}
    />
  );
};

/** The development of revenue, classes, passes and members as charts. */
export const TrendsPanel = () => {
  const { data, error, retry } = useTrends();
  if (error) return <LoadFailure what="monthly report" error={error} retry={retry} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="grid gap-x-8 gap-y-10 xl:grid-cols-2">
      <RevenueChart months={data.months} />
      <ClassEarningsChart weeks={data.weeks} />
      <PassesChart months={data.months} />
      <MembersChart months={data.months} />
    </div>
  );
};
