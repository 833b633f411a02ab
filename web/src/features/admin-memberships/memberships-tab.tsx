import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { AboutMembership } from './about-membership.tsx';
import { MembershipList } from './membership-list.tsx';
import { MembershipStatistics } from './membership-statistics.tsx';
import { SignUpsSwitch } from './sign-ups-switch.tsx';
import { useMemberships } from './use-memberships.ts';

export const MembershipsTab = () => (
  <div className="flex flex-col gap-8">
    <Panel title="Memberships">
      <Loadable what="memberships" read={useMemberships()} height="h-96">
        {({ statistics, memberships }) => (
          <>
            <MembershipStatistics statistics={statistics} />
            <MembershipList memberships={memberships} />
          </>
        )}
      </Loadable>
    </Panel>
    <Panel title="New memberships">
      <SignUpsSwitch />
    </Panel>
    <AboutMembership />
  </div>
);
