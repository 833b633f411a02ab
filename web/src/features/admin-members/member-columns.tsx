import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { AdminMember } from '#services/contract/admin-members.ts';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import type { Column } from '#web/components/table/column.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatDate, toLondonDate } from '#web/lib/london-time.ts';
import { addressFaultTexts } from './address-fault-texts.ts';
import { describeLastClass } from './last-class.ts';

const icons = { kelp: CircleCheck, amber: Clock, rust: TriangleAlert };

function LastClass({ date, now }: { date: string | null; now: number }) {
  const { tone, text, ago } = describeLastClass(date, now);
  const icon = tone === 'kelp' || tone === 'amber' || tone === 'rust' ? icons[tone] : undefined;
  return (
    <Badge tone={tone} icon={icon}>
      {text}
      {ago !== null && <span className="font-normal max-xl:sr-only">{ago}</span>}
    </Badge>
  );
}

/** The columns of the member list on the wall date `today`. */
export const createMemberColumns = (today: string): readonly Column<AdminMember>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ id, name }) => <MemberLink memberId={id} name={name} />,
  },
  {
    id: 'email',
    header: 'Email',
    value: ({ email }) => email,
    cell: ({ email, emailVerified, addressFault }) => (
      <>
        <span className="break-all">{email}</span>
        {!emailVerified && <span className="block text-ink-muted text-sm">not confirmed</span>}
        {addressFault !== null && (
          <span className="block text-rust text-sm">{addressFaultTexts[addressFault]}</span>
        )}
      </>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    value: ({ phone }) => phone,
    cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span>,
  },
  { id: 'passes', header: 'Passes', value: ({ passes }) => passes, align: 'right' },
  { id: 'bookings', header: 'Bookings', value: ({ totalBookings }) => totalBookings, align: 'right' },
  {
    id: 'lastClass',
    header: 'Last class',
    value: ({ lastClassDate }) => lastClassDate,
    cell: ({ lastClassDate }) => <LastClass date={lastClassDate} now={Date.parse(`${today}T12:00:00Z`)} />,
    isSearched: false,
  },
  {
    id: 'joined',
    header: 'Joined',
    value: ({ createdAt }) => toLondonDate(createdAt),
    // Computing the wall date of thousands of rows is slow, and only the export needs it.
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
    isSearched: false,
  },
];
