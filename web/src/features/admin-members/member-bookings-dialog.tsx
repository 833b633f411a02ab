import { useMemo } from 'react';
import useSWR from 'swr';
import type { AdminMember, MemberBookingsAnswer } from '../../../../services/contract/admin-members.ts';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { getLevelName } from '../../lib/class-level.ts';
import { formatDate, formatDayTime } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { bookingState } from './booking-status.ts';

const bookingColumns = (now: number): readonly Column<MyBooking>[] => [
  {
    id: 'when',
    header: 'Class on',
    value: ({ class: { date, time } }) => `${date} ${time}`,
    cell: ({ class: { startsAt } }) => <span className="whitespace-nowrap">{formatDayTime(startsAt)}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    value: ({ class: { name, instructorName } }) => `${getLevelName(name)}, ${instructorName}`,
  },
  {
    id: 'state',
    header: 'Status',
    value: (booking) => bookingState(booking, now).text,
    cell: (booking) => {
      const { text, tone } = bookingState(booking, now);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { id: 'pass', header: 'Paid with', value: ({ passName }) => passName },
  {
    id: 'booked',
    header: 'Booked on',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
    isSearched: false,
  },
];

/** All bookings of a member, the latest class first. */
export function MemberBookingsDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const now = useStudioNow();
  const columns = useMemo(() => bookingColumns(now), [now]);
  const { data, error, mutate } = useSWR<MemberBookingsAnswer | undefined, Error>(
    `/api/admin/member-bookings/${member.id}`,
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Bookings of ${member.name}`} size="xl">
      {data && (
        <DataTable
          caption={`Bookings of ${member.name}`}
          columns={columns}
          rows={data.bookings}
          rowKey={({ id }) => id}
          csvName="member-bookings"
          pageSize={10}
          empty="No bookings yet"
        />
      )}
      {!data && error && <LoadFailure what="member bookings" error={error} retry={() => void mutate()} />}
      {!data && !error && <Skeleton className="h-48" />}
    </Dialog>
  );
}
