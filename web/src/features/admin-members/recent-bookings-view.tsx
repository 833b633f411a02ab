import { useMemo } from 'react';
import type { RecentBooking, RecentBookingsAnswer } from '#services/contract/admin-schedule.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { describeBooking } from './booking-status.ts';

const createColumns = (now: number): readonly Column<RecentBooking>[] => [
  {
    id: 'booked',
    header: 'Booked',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDayTime(createdAt)}</span>,
    isSearched: false,
  },
  {
    id: 'member',
    header: 'Member',
    value: ({ user }) => user.name ?? 'Former member',
    cell: ({ id, userId, user }) => <MemberLink memberId={userId} name={user.name} mark={`booking-${id}`} />,
  },
  {
    id: 'email',
    header: 'Email',
    value: ({ user }) => user.email,
    cell: ({ user }) => <span className="break-all">{user.email ?? '–'}</span>,
  },
  { id: 'class', header: 'Class', value: ({ class: { name } }) => getLevelName(name) },
  {
    id: 'when',
    header: 'Class on',
    value: ({ class: { date, time } }) => `${date} ${time}`,
    cell: ({ class: { startsAt } }) => <span className="whitespace-nowrap">{formatDayTime(startsAt)}</span>,
    isSearched: false,
  },
  { id: 'instructor', header: 'Instructor', value: ({ class: { instructorName } }) => instructorName },
  {
    id: 'state',
    header: 'Status',
    value: (booking) => describeBooking(booking, now).text,
    cell: (booking) => {
      const { text, tone } = describeBooking(booking, now);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
];

/** The latest bookings of all members. */
export function RecentBookingsView() {
  const now = useStudioNow();
  const columns = useMemo(() => createColumns(now), [now]);
  const read = useRead<RecentBookingsAnswer>('/api/admin/recent-bookings', { revalidateOnFocus: true });
  return (
    <Panel title="Recent bookings" intro="The latest 200, cancelled ones too.">
      <Loadable what="recent bookings" read={read} height="h-96">
        {({ bookings }) => (
          <DataTable
            caption="Recent bookings"
            columns={columns}
            rows={bookings}
            rowKey={({ id }) => id}
            searchLabel="Search bookings"
            csvName="recent-bookings"
            empty="No bookings yet"
            noMatch="No bookings found matching the search"
          />
        )}
      </Loadable>
    </Panel>
  );
}
