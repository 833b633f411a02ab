import type { TrendsAnswer } from '../../../../services/contract/analytics.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatShortWallDay } from '../../lib/london-time.ts';
import { formatPence, toPounds } from '../../lib/money.ts';
import { formatCount, formatNumber } from '../../lib/numbers.ts';
import { Bars } from './bars.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { chartColours } from './chart-theme.tsx';
import { monthTitle, shortMonth } from './format-month.ts';
import { useTrends } from './use-figures.ts';

type Month = TrendsAnswer['months'][number];
type Week = TrendsAnswer['weeks'][number];

/** Pounds without pence, for an axis. */
const roundPounds = (pence: number) => `£${formatNumber(Math.round(toPounds(pence)))}`;
/** '12 May' of a wall date */
const dayMonth = (date: string) => formatShortWallDay(date).split(' ').slice(1).join(' ');
const sumOf = <Row,>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((total, row) => total + value(row), 0);

const Money = ({ months }: { months: readonly Month[] }) => {
  const passes = sumOf(months, ({ passRevenue }) => passRevenue);
  const memberships = sumOf(months, ({ membershipRevenue }) => membershipRevenue);
  return (
    <ChartFrame
      title="Revenue"
      intro="Money received, less what went back, by month."
      summary={`In twelve months ${formatPence(passes + memberships)}: ${formatPence(passes)} for passes and ${formatPence(memberships)} for memberships.`}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { header: 'Month', value: ({ month }) => monthTitle(month) },
        { header: 'Passes', value: ({ passRevenue }) => formatPence(passRevenue) },
        { header: 'Memberships', value: ({ membershipRevenue }) => formatPence(membershipRevenue) },
      ]}
    >
      <Bars
        rows={months}
        label={({ month }) => shortMonth(month)}
        format={roundPounds}
        least={10_000}
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
    </ChartFrame>
  );
};

const Classes = ({ weeks }: { weeks: readonly Week[] }) => {
  const revenue = sumOf(weeks, ({ classRevenue }) => classRevenue);
  const fees = sumOf(weeks, ({ instructorFees }) => instructorFees);
  return (
    <ChartFrame
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
    >
      <Bars
        rows={weeks}
        label={({ weekStart }) => dayMonth(weekStart)}
        format={roundPounds}
        least={10_000}
        series={[
          { name: 'Earned', value: ({ classRevenue }) => classRevenue, colour: chartColours.sea },
          { name: 'Fees', value: ({ instructorFees }) => instructorFees, colour: chartColours.coral },
        ]}
      />
    </ChartFrame>
  );
};

const Passes = ({ months }: { months: readonly Month[] }) => {
  const granted = sumOf(months, ({ passesGranted }) => passesGranted);
  const used = sumOf(months, ({ passesUsed }) => passesUsed);
  const unused = sumOf(months, ({ passesUnused }) => passesUnused);
  return (
    <ChartFrame
      title="Passes"
      intro="Sold or given, used, and lost unused to their expiry or a refund, by month."
      summary={`In twelve months ${formatCount(granted, 'pass', 'passes')} granted, ${formatNumber(used)} used, ${formatNumber(unused)} lost unused.`}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { header: 'Month', value: ({ month }) => monthTitle(month) },
        { header: 'Granted', value: ({ passesGranted }) => passesGranted },
        { header: 'Used', value: ({ passesUsed }) => passesUsed },
        { header: 'Unused', value: ({ passesUnused }) => passesUnused },
      ]}
    >
      <Bars
        rows={months}
        label={({ month }) => shortMonth(month)}
        format={formatNumber}
        least={4}
        series={[
          { name: 'Granted', value: ({ passesGranted }) => passesGranted, colour: chartColours.sea },
          { name: 'Used', value: ({ passesUsed }) => passesUsed, colour: chartColours.coral },
          { name: 'Unused', value: ({ passesUnused }) => passesUnused, colour: chartColours.sand },
        ]}
      />
    </ChartFrame>
  );
};

const Members = ({ months }: { months: readonly Month[] }) => {
  const present = months.at(-1);
  return (
    <ChartFrame
      title="Members"
      intro="New: their first class. Returning: a class now and one in a month before. At risk: came in the last 60 days, not in the last 30."
      summary={
        present
          ? `This month ${formatNumber(present.membersNew)} new, ${formatNumber(present.membersReturning)} returning, ${formatNumber(present.membersAtRisk)} at risk.`
          : ''
      }
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { header: 'Month', value: ({ month }) => monthTitle(month) },
        { header: 'New', value: ({ membersNew }) => membersNew },
        { header: 'Returning', value: ({ membersReturning }) => membersReturning },
        { header: 'At risk', value: ({ membersAtRisk }) => membersAtRisk },
      ]}
    >
      <Bars
        rows={months}
        label={({ month }) => shortMonth(month)}
        format={formatNumber}
        least={4}
        series={[
          { name: 'Returning', value: ({ membersReturning }) => membersReturning, colour: chartColours.sea },
          { name: 'New', value: ({ membersNew }) => membersNew, colour: chartColours.sun },
          { name: 'At risk', value: ({ membersAtRisk }) => membersAtRisk, colour: chartColours.coral },
        ]}
      />
    </ChartFrame>
  );
};

/** How the studio has been doing, as charts. */
export const TrendsPanel = () => {
  const { data, error, retry } = useTrends();
  if (error) return <LoadFailure what="monthly report" error={error} retry={retry} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="grid gap-x-8 gap-y-10 xl:grid-cols-2">
      <Money months={data.months} />
      <Classes weeks={data.weeks} />
      <Passes months={data.months} />
      <Members months={data.months} />
    </div>
  );
};
