import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { formatCount } from '#web/lib/numbers.ts';
import { CampaignsPanel } from './campaigns-panel.tsx';
import { MemberTable } from './member-table.tsx';
import { useMembers } from './use-members.ts';

/** The members, and the campaigns to all of them. */
export const MemberListView = () => (
  <Loadable what="members" read={useMembers()} height="h-96">
    {({ members }) => (
      <div className="flex flex-col gap-10">
        <Panel
          title="Members"
          intro={`${formatCount(members.length, 'member', 'members')}, the newest first.`}
        >
          <MemberTable members={members} />
        </Panel>
        <CampaignsPanel memberCount={members.length} />
      </div>
    )}
  </Loadable>
);
