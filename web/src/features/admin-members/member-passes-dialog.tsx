import type { AdminMember, MemberPass, MemberPassesAnswer } from '#services/contract/admin-members.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { formatBrought } from '#web/lib/format-brought.ts';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useRead } from '#web/lib/use-read.ts';

const sourceTexts = {
  purchase: 'Bought',
  membership: 'Membership',
  adjustment: 'Given by staff',
  import: 'Brought over',
} as const;

const stateBadges = {
  active: { text: 'Active', tone: 'kelp' },
  expiring: { text: 'Expiring Soon', tone: 'amber' },
  expired: { text: 'Expired', tone: 'neutral' },
} as const;

const columns: readonly Column<MemberPass>[] = [
  {
    id: 'name',
    header: 'Pass',
    value: ({ passName }) => passName,
    cell: ({ passName }) => <span className="font-medium">{passName}</span>,
  },
  {
    id: 'kind',
    header: 'From',
    value: ({ kind, brought }) => (brought === null ? sourceTexts[kind] : formatBrought(brought)),
  },
  {
    id: 'left',
    header: 'Left',
    value: ({ remaining }) => remaining,
    cell: ({ remaining, passClasses }) => `${remaining} of ${passClasses}`,
    align: 'right',
  },
  // What was brought over was paid elsewhere.
  createAmountColumn('price', 'Paid', ({ passPrice, brought }) => (brought === null ? passPrice : 0)),
  {
    id: 'bought',
    header: 'Since',
    value: ({ purchaseDate }) => purchaseDate,
    cell: ({ purchaseDate }) => <span className="whitespace-nowrap">{formatDate(purchaseDate)}</span>,
  },
  {
    id: 'expires',
    header: 'Until',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <span className="whitespace-nowrap">{formatDate(expiresAt)}</span>,
  },
  {
    id: 'state',
    header: 'Status',
    value: ({ state }) => stateBadges[state].text,
    cell: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].text}</Badge>,
  },
];

function Adjustments({ adjustments }: Pick<MemberPassesAnswer, 'adjustments'>) {
  if (adjustments.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="font-semibold">By hand</h3>
      <ul className="mt-2 divide-y divide-sand border-sand border-y">
        {adjustments.map(({ key, at, passes, reason }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              <span className="font-medium">
                {passes > 0 ? 'Added' : 'Removed'} {formatCount(Math.abs(passes), 'pass', 'passes')}:
              </span>{' '}
              {reason}
            </span>
            <span className="whitespace-nowrap text-ink-muted">{formatDayTime(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A member's lots of passes and the adjustments by staff. */
export function MemberPassesDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const read = useRead<MemberPassesAnswer>(`/api/admin/member-passes/${member.id}`);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Purchases of ${member.name}`} size="xl">
      <Loadable what="member passes" read={read} height="h-48">
        {({ passes, adjustments }) => (
          <>
            <DataTable
              caption={`Purchases of ${member.name}`}
              columns={columns}
              rows={passes}
              rowKey={({ id }) => id}
              csvName="member-passes"
              pageSize={10}
              empty="No purchases yet"
            />
            <Adjustments adjustments={adjustments} />
          </>
        )}
      </Loadable>
    </Dialog>
  );
}
