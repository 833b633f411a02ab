import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { CampaignsPanel } from './campaigns-panel.tsx';
import { MemberTable } from './member-table.tsx';
import { useMembers } from './use-members.ts';

/** The list of members, and what is done for all of them at once. */
export function MemberListView() {
  const { members, error, retry } = useMembers();
  if (members === undefined) {
    if (error) return <LoadFailure what="members" error={error} retry={retry} />;
    return <Skeleton className="h-96" />;
  }
  return (
    <div className="flex flex-col gap-10">
      <Panel title="Members" intro={`${formatCount(members.length, 'member', 'members')}, the newest first.`}>
        <MemberTable members={members} />
      </Panel>
      <CampaignsPanel memberCount={members.length} />
    </div>
  );
}
