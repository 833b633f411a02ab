import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MonthlyReportAnswer } from '#services/contract/analytics.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { PhoneFold } from '#web/components/staff/phone-fold.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { AdjustmentsPanel } from './adjustments-panel.tsx';
import { CloseMonth } from './close-month.tsx';
import { exportMonth } from './export-month.ts';
import { FinancialSummary } from './financial-summary.tsx';
import { formatMonth } from './format-month.ts';
import { LiabilityPanel } from './liability-panel.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { MonthPicker } from './month-picker.tsx';
import { SalesTable } from './sales-table.tsx';
import { useChosenMonth } from './use-chosen-month.ts';
import { isMoneyPath, useMonth } from './use-figures.ts';

// A chunk of its own, because the charts need a library.
const TrendsPanel = lazyPart(() => import('./trends-panel.tsx').then((m) => m.TrendsPanel), {
  fallback: <Skeleton className="h-96" />,
  missing: { title: 'The charts of a year did not load', text: 'The figures above are complete.' },
});

type ReportProps = { month: string; report: MonthlyReportAnswer; onClosed: () => Promise<unknown> };

const Report = ({ month, report, onClosed }: ReportProps) => {
  const [isMoneyOpen, setIsMoneyOpen] = useState(false);
  const { passSales, membershipSales, classes, instructorCosts, adjustments, totals } = report.monthlyData;
  return (
    <>
      <FigureCards
        figures={[
          {
            name: 'Pass sales',
            value: formatExactPence(passSales.totalRevenue),
            about: formatCount(passSales.totalSold, 'pass sold', 'passes sold'),
          },
          {
            name: 'Membership sales',
            value: formatExactPence(membershipSales.totalRevenue),
            about: formatCount(membershipSales.totalSold, 'month paid', 'months paid'),
          },
          {
            name: 'Classes held',
            value: classes.totalClasses,
            about: `${classes.totalBooked} of ${classes.totalCapacity} places, ${classes.fillPercentage}%`,
          },
          {
            name: 'Instructor costs',
            value: formatExactPence(instructorCosts.totalCosts),
            about: formatCount(instructorCosts.totalClasses, 'class', 'classes'),
          },
          { name: 'Net profit', value: formatExactPence(totals.netProfit), isLoss: totals.netProfit < 0 },
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setIsMoneyOpen(true)}>
          Every movement of money
        </Button>
        <CloseMonth month={month} report={report} onClosed={onClosed} />
      </div>
      <div className="grid items-start gap-6 md:gap-8 xl:grid-cols-2">
        <Panel title="Pass sales">
          <SalesTable
            caption="Pass sales"
            lines={passSales.summary}
            csvName={`pass-sales-${month}`}
            empty="No pass was sold in this month."
          />
        </Panel>
        <Panel title="Membership sales">
          <SalesTable
            caption="Membership sales"
            lines={membershipSales.summary}
            csvName={`membership-sales-${month}`}
            empty="No membership was paid in this month."
          />
        </Panel>
      </div>
      <FinancialSummary figures={report.monthlyData} />
      <AdjustmentsPanel adjustments={adjustments} />
      <MoneyDialog month={isMoneyOpen ? month : null} onClose={() => setIsMoneyOpen(false)} />
    </>
  );
};

/** The report of a month, with its export and closing. */
export const MonthlyReportsView = () => {
  const { month, thisMonth, chooseMonth } = useChosenMonth();
  const { mutate } = useSWRConfig();
  const report = useMonth(month);
  const [isExporting, setIsExporting] = useState(false);
  const exportReport = async () => {
    setIsExporting(true);
    try {
      await exportMonth(month);
      toast(staffMessages.reportExported);
    } catch {
      toast(staffMessages.exportFailed);
    } finally {
      setIsExporting(false);
    }
  };
  return (
    <div className="flex flex-col gap-6 md:gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-2xl">{formatMonth(month)}</h2>
        <div className="flex flex-wrap items-end gap-3">
          <MonthPicker month={month} thisMonth={thisMonth} onChoose={chooseMonth} />
          <Button busy={isExporting} disabled={report.data === undefined} onClick={() => void exportReport()}>
            <FileSpreadsheet aria-hidden="true" className="size-4.5" />
            Export to Excel
          </Button>
        </div>
      </div>
      <Loadable what="monthly report" read={report} height="h-96">
        {(data) => <Report month={month} report={data} onClosed={() => mutate(isMoneyPath)} />}
      </Loadable>
      <LiabilityPanel />
      <PhoneFold what="the charts of a year">
        <TrendsPanel />
      </PhoneFold>
    </div>
  );
};
