import { CircleCheck, CircleX, KeyRound } from 'lucide-react';
import type { StaffSignIn } from '#services/contract/staff.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatDate, formatTime } from '#web/lib/london-time.ts';

const describeAccount = ({ door, name }: StaffSignIn): string =>
  door === 'account' || door === 'account-password' || door === 'second-factor'
    ? (name ?? 'Unknown email')
    : `Shared password: ${staffRoleTexts[door].name}`;

const describeOutcome = ({ door, succeeded }: StaffSignIn): string => {
  if (door === 'account-password') return 'Right password, code asked for';
  if (succeeded) return 'Signed in';
  return door === 'second-factor' ? 'Wrong code' : 'Wrong password';
};

const getBadge = ({ door, succeeded }: StaffSignIn) => {
  if (door === 'account-password') return { tone: 'amber', icon: KeyRound } as const;
  return succeeded
    ? ({ tone: 'kelp', icon: CircleCheck } as const)
    : ({ tone: 'rust', icon: CircleX } as const);
};

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
    cell: (attempt) => <Badge {...getBadge(attempt)}>{describeOutcome(attempt)}</Badge>,
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
