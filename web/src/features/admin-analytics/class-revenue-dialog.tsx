import type { ClassFigures, ClassRevenueAnswer } from '#services/contract/analytics.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDayTime, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { LogPosition } from './log-position.tsx';
import { useClassRevenue } from './use-figures.ts';

type Use = ClassRevenueAnswer['uses'][number];

const columns: readonly Column<Use>[] = [
  {
    id: 'member',
    header: 'Member',
    value: ({ userName }) => userName || 'Deleted member',
    cell: ({ bookingId, userId, userName }) => (
      <MemberLink memberId={userId} name={userName} fallback="Deleted member" mark={`booking-${bookingId}`} />
    ),
  },
  {
    id: 'pass',
    header: 'Pass',
    value: ({ passName }) => passName,
    cell: ({ passName, nthOfLot, lotPasses }) => `${passName}, ${nthOfLot} of ${lotPasses}`,
  },
  {
    id: 'state',
    header: 'How',
    value: ({ state }) => (state === 'used' ? 'Booked' : 'Cancelled late'),
  },
  { id: 'at', header: 'When', value: ({ at }) => at, cell: ({ at }) => formatDayTime(at) },
  createAmountColumn('value', 'Value', ({ value }) => value, formatPence),
  {
    id: 'log',
    header: 'In the log',
    value: ({ stream, revision }) => `${stream}@${revision}`,
    cell: (use) => <LogPosition {...use} />,
  },
];

type ClassRevenueDialogProps = { shown: ClassFigures | null; onClose: () => void };

/** The passes that a class's revenue consists of. */
export function ClassRevenueDialog({ shown, onClose }: ClassRevenueDialogProps) {
  const { data, error, retry } = useClassRevenue(shown?.id ?? null);
  return (
    <Dialog
      open={shown !== null}
      onOpenChange={(open) => open || onClose()}
      title={
        shown ? `${formatShortWallDay(shown.date)}, ${shown.time}: ${formatPence(shown.totalRevenue)}` : ''
      }
      description="A class earns the value of the passes that it used: what the lot cost, divided by its passes."
      size="xl"
    >
      {error && <LoadFailure what="weekly analytics" error={error} retry={retry} />}
      {!error && data === undefined && <Skeleton className="h-40" />}
      {data && (
        <DataTable
          caption="Passes that this class used"
          columns={columns}
          rows={data.uses}
          rowKey={({ bookingId }) => bookingId}
          csvName={`class-${data.classId}-revenue`}
          empty="No pass was used for this class."
        />
      )}
    </Dialog>
  );
}
