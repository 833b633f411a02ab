import type { PassSalesAnswer } from '#services/contract/analytics.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { PhoneFold } from '#web/components/staff/phone-fold.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDate, formatWallDate } from '#web/lib/london-time.ts';
import { formatExactPence, formatPence, toPounds } from '#web/lib/money.ts';
import { usePassSales } from './use-figures.ts';

type Sale = PassSalesAnswer['salesData'][number];
type Purchase = PassSalesAnswer['recentPurchases'][number];

const saleColumns: readonly Column<Sale>[] = [
  { id: 'name', header: 'Pass', value: ({ passName }) => passName },
  { id: 'sales', header: 'Sales', align: 'right', value: ({ totalSales }) => totalSales },
  createAmountColumn('revenue', 'Revenue', ({ totalRevenue }) => totalRevenue),
  createAmountColumn('average', 'Average price', ({ averagePrice }) => averagePrice),
];

const purchaseColumns: readonly Column<Purchase>[] = [
  {
    id: 'date',
    header: 'Date',
    value: ({ purchaseDate }) => purchaseDate,
    cell: ({ purchaseDate }) => formatDate(purchaseDate),
  },
  {
    id: 'member',
    header: 'Member',
    value: ({ userName }) => userName || 'Deleted member',
    cell: ({ id, userId, userName }) => (
      <MemberLink memberId={userId} name={userName} fallback="Deleted member" mark={`lot-${id}`} />
    ),
  },
  { id: 'pass', header: 'Pass', value: ({ passName }) => passName },
  { id: 'classes', header: 'Classes', align: 'right', value: ({ passClasses }) => passClasses },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    value: ({ passPrice }) => toPounds(passPrice),
    cell: ({ passPrice, returned }) =>
      returned > 0
        ? `${formatExactPence(passPrice)}, ${formatPence(returned)} returned`
        : formatExactPence(passPrice),
  },
];

/** The pass sales of the last 30 days. */
export const PassSalesPanel = () => {
  const { data, error, retry } = usePassSales();
  if (error) return <LoadFailure what="pass sales" error={error} retry={retry} />;
  if (data === undefined) return <Skeleton className="h-80" />;
  const { salesData, recentPurchases, from, to } = data;
  const revenue = salesData.reduce((total, sale) => total + sale.totalRevenue, 0);
  const sold = salesData.reduce((total, sale) => total + sale.totalSales, 0);
  return (
    <>
      <Panel
        title="Sales of the last 30 days"
        intro={`${formatWallDate(from)} to ${formatWallDate(to)}. Money that went back is taken off.`}
      >
        <FigureCards
          figures={[
            { name: 'Passes sold', value: sold },
            { name: 'Revenue', value: formatPence(revenue) },
            { name: 'Average price', value: sold === 0 ? '–' : formatPence(Math.round(revenue / sold)) },
          ]}
        />
        <DataTable
          caption="Pass sales of the last 30 days"
          columns={saleColumns}
          rows={salesData}
          rowKey={({ passId, passName }) => `${passId} ${passName}`}
          csvName={`pass-sales-${from}-to-${to}`}
          empty="No pass was sold in the last 30 days."
        />
      </Panel>
      <Panel title="Recent purchases">
        <PhoneFold what="who bought what">
          <DataTable
            caption="Recent purchases"
            columns={purchaseColumns}
            rows={recentPurchases}
            rowKey={({ id }) => id}
            searchLabel="Search purchases"
            csvName={`recent-purchases-${to}`}
            pageSize={10}
            empty="No pass was bought in the last 30 days."
            noMatch="No purchase matches the search."
          />
        </PhoneFold>
      </Panel>
    </>
  );
};
