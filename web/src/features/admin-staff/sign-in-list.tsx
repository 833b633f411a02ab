import { CircleCheck, CircleX } from 'lucide-react';
import type { StaffSignIn } from '#services/contract/staff.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatDate, formatTime } from '#web/lib/london-time.ts';

const describeAccount = ({ door, name }: StaffSignIn): string =>
  door === 'account' ? (name ?? 'Unknown email') : `Shared password: ${staffRoleTexts[door].name}`;

const describeOutcome = ({ succeeded }: StaffSignIn): string => (succeeded ? 'Signed in' : 'Wrong password');

const columns: readonly Column<StaffSignIn>[] = [
  {
    id: 'at',
    header: 'When',
    value: ({ at }) => at,
    cell: ({ at }) => `${formatDate(at)}, ${formatTime(at)}`,
    isSearched: false,
  },
  { id: 'who', header: 'Who', value: describeAccount },
  {
    id: 'outcome',
    header: 'Outcome',
    value: describeOutcome,
    cell: (attempt) => (
      <Badge tone={attempt.succeeded ? 'kelp' : 'rust'} icon={attempt.succeeded ? CircleCheck : CircleX}>
        {describeOutcome(attempt)}
      </Badge>
    ),
  },
  { id: 'from', header: 'From', value: ({ from }) => `Address ${from}` },
];

/** The latest sign-in attempts of staff. */
export const SignInList = ({ attempts }: { attempts: readonly StaffSignIn[] }) => (
  <DataTable
    caption="Sign-ins"
    columns={columns}
    rows={attempts}
    rowKey={({ id }) => id}
    sortedBy={{ id: 'at', desc: true }}
    csvName="staff-sign-ins"
    searchLabel="Search sign-ins"
    pageSize={10}
    empty="Nobody has tried to sign in"
    noMatch="No sign-ins found matching the search"
  />
);
