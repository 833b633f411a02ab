import { useMemo } from 'react';
import type { AdminMember, MemberBookingsAnswer } from '#services/contract/admin-members.ts';
import type { MyBooking } from '#services/contract/bookings.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { describeBooking } from './booking-status.ts';

const createColumns = (now: number): readonly Column<MyBooking>[] => [
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
    value: (booking) => describeBooking(booking, now).text,
    cell: (booking) => {
      const { text, tone } = describeBooking(booking, now);
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

/** A member's bookings, the latest class first. */
export function MemberBookingsDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const now = useStudioNow();
  const columns = useMemo(() => createColumns(now), [now]);
  const read = useRead<MemberBookingsAnswer>(`/api/admin/member-bookings/${member.id}`);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Bookings of ${member.name}`} size="xl">
      <Loadable what="member bookings" read={read} height="h-48">
        {({ bookings }) => (
          <DataTable
            caption={`Bookings of ${member.name}`}
            columns={columns}
            rows={bookings}
            rowKey={({ id }) => id}
            csvName="member-bookings"
            pageSize={10}
            empty="No bookings yet"
          />
        )}
      </Loadable>
    </Dialog>
  );
}
