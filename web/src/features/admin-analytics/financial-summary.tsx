import type { MonthFigures } from '#services/contract/analytics.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { formatExactPence } from '#web/lib/money.ts';

/** The calculation of a month's profit, line by line. */
export const FinancialSummary = ({ figures }: { figures: MonthFigures }) => {
  const { passSales, membershipSales, instructorCosts, classes, totals } = figures;
  const lines = [
    { name: 'Pass sales received', amount: passSales.gross },
    { name: 'Pass sales returned', amount: 0 - passSales.returned },
    { name: 'Memberships received', amount: membershipSales.gross },
    { name: 'Memberships returned', amount: 0 - membershipSales.returned },
    { name: 'Total revenue', amount: totals.totalRevenue, isSum: true },
    ...instructorCosts.summary.map(({ name, costs, classes: held }) => ({
      name: `Fees of ${name}, ${held} ${held === 1 ? 'class' : 'classes'}`,
      amount: -costs,
    })),
    { name: 'Net profit', amount: totals.netProfit, isSum: true },
  ];
  return (
    <Panel
      title="Financial summary"
      intro="Money by the day it was received, less what went back, less the fees of classes held so far."
    >
      <table className="w-full max-w-2xl border-collapse tabular-nums">
        <caption className="sr-only">Financial summary</caption>
        <tbody>
          {lines.map(({ name, amount, isSum }) => (
            <tr key={name} className={cx('border-sand border-b', isSum && 'border-ink-muted font-semibold')}>
              <th scope="row" className={cx('py-2 max-md:py-1 text-left', !isSum && 'font-normal')}>
                {name}
              </th>
              <td className={cx('py-2 max-md:py-1 text-right', amount < 0 && 'text-rust')}>
                {formatExactPence(amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-ink-muted">
        The classes held used passes worth {formatExactPence(classes.classRevenue)}; that is not money
        received in this month, but what was earned of it.
      </p>
    </Panel>
  );
};
