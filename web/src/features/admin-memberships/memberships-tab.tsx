import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { AboutMembership } from './about-membership.tsx';
import { MembershipList } from './membership-list.tsx';
import { MembershipStatistics } from './membership-statistics.tsx';
import { SignUpsSwitch } from './sign-ups-switch.tsx';
import { useMemberships } from './use-memberships.ts';

function Running() {
  const { answer, error, retry } = useMemberships();
  if (answer) {
    return (
      <>
        <MembershipStatistics statistics={answer.statistics} />
        <MembershipList memberships={answer.memberships} />
      </>
    );
  }
  if (error) return <LoadFailure what="memberships" error={error} retry={retry} />;
  return <Skeleton className="h-96" />;
}

/** Memberships: who has one, what they come to, and whether more can be had. */
export const MembershipsTab = () => (
  <div className="flex flex-col gap-8">
    <Panel title="Memberships">
      <Running />
    </Panel>
    <Panel title="New memberships">
      <SignUpsSwitch />
    </Panel>
    <AboutMembership />
  </div>
);
