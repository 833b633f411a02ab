import { Suspense } from 'react';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { AboutMembership } from './about-membership.tsx';
import { MembershipList } from './membership-list.tsx';
import { MembershipStatistics } from './membership-statistics.tsx';
import { SignUpsSwitch } from './sign-ups-switch.tsx';
import { useMemberships } from './use-memberships.ts';

const PlansView = lazyContent(() => import('../admin-plans/plans-view.tsx').then((m) => m.PlansView));

const views = [
  { id: 'list', label: 'Memberships' },
  { id: 'plans', label: 'Plans' },
] as const;

const ListView = () => (
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

export const MembershipsTab = () => {
  const view = useTab('view', views);
  return (
    <div className="flex flex-col gap-6">
      <Tabs label="Memberships" tabs={views} current={view} param="view" variant="sub" />
      {view === 'list' && <ListView />}
      {view === 'plans' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <PlansView />
        </Suspense>
      )}
    </div>
  );
};
