import type { RepeatedOffer, RepeatedOffersAnswer } from '#services/contract/admin-offers.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { useRead } from '#web/lib/use-read.ts';

const shared = { mailbox: 'Same mailbox', card: 'Same card', both: 'Same mailbox and card' };

const columns: readonly Column<RepeatedOffer>[] = [
  {
    id: 'at',
    header: 'When',
    value: ({ at }) => at,
    cell: ({ at }) => formatDate(at),
    isSearched: false,
  },
  {
    id: 'member',
    header: 'Member',
    value: ({ memberName }) => memberName,
    cell: ({ memberId, memberName }) => <MemberLink memberId={memberId} name={memberName} />,
  },
  { id: 'pass', header: 'Offer', value: ({ passName }) => passName },
  { id: 'shared', header: 'In common', value: ({ sharedBy }) => shared[sharedBy] },
  {
    id: 'first',
    header: 'Had it first',
    value: ({ firstMemberName }) => firstMemberName,
    cell: ({ firstMemberId, firstMemberName }) => (
      <MemberLink memberId={firstMemberId} name={firstMemberName} />
    ),
  },
  {
    id: 'firstAt',
    header: 'On',
    value: ({ firstAt }) => firstAt,
    cell: ({ firstAt }) => formatDate(firstAt),
    isSearched: false,
  },
];

/** Once-only offers that the same mailbox or card had with another account. */
export const RepeatedOffersView = () => (
  <Loadable what="offers" read={useRead<RepeatedOffersAnswer>('/api/admin/repeated-offers')} height="h-96">
    {({ offers }) => (
      <Panel
        title="Offers used twice"
        intro="Each offer is for one person, once. These went to another account with the same mailbox or card. Nothing was refused: it may be a couple with one card."
      >
        <DataTable
          caption="Offers used twice"
          columns={columns}
          rows={offers}
          rowKey={({ id }) => id}
          searchLabel="Search offers"
          csvName="offers-used-twice"
          empty="No offer was used twice"
          noMatch="No offer matches the search"
        />
      </Panel>
    )}
  </Loadable>
);
