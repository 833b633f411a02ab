import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { ActionMenu } from '#web/components/ui/action-menu.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';

const views = {
  schedule: lazyContent(() => import('../admin-schedule/schedule-tab.tsx').then((m) => m.ScheduleTab)),
  instructors: lazyContent(() =>
    import('../admin-instructors/instructors-tab.tsx').then((m) => m.InstructorsTab),
  ),
  members: lazyContent(() => import('../admin-members/members-tab.tsx').then((m) => m.MembersTab)),
  passes: lazyContent(() => import('../admin-passes/passes-tab.tsx').then((m) => m.PassesTab)),
  memberships: lazyContent(() =>
    import('../admin-memberships/memberships-tab.tsx').then((m) => m.MembershipsTab),
  ),
  templates: lazyContent(() => import('../admin-templates/templates-tab.tsx').then((m) => m.TemplatesTab)),
  refunds: lazyContent(() => import('../admin-refunds/refunds-tab.tsx').then((m) => m.RefundsTab)),
  staff: lazyContent(() => import('../admin-staff/staff-tab.tsx').then((m) => m.StaffTab)),
  'what-if': lazyContent(() => import('../admin-what-if/what-if-tab.tsx').then((m) => m.WhatIfTab)),
  settings: lazyContent(() => import('../admin-settings/settings-tab.tsx').then((m) => m.SettingsTab)),
};

/** In the order of the spec, followed by those that it does not name. */
const tabs = [
  { id: 'schedule', label: 'Class Schedule' },
  { id: 'instructors', label: 'Instructors' },
  { id: 'members', label: 'Members' },
  { id: 'passes', label: 'Class Passes' },
  { id: 'memberships', label: 'Memberships' },
  { id: 'templates', label: 'Weekly Templates' },
  { id: 'refunds', label: 'Refunds' },
  { id: 'staff', label: 'Staff' },
  { id: 'what-if', label: 'What if' },
  { id: 'settings', label: 'Settings' },
] as const;

/** What narrow screens have no room for. */
const morePages = [
  { label: 'Pay', to: '/admin/pay' },
  { label: 'Import', to: '/admin/import' },
  { label: 'Audit', to: '/audit' },
];

function Dashboard() {
  const tab = useTab('tab', tabs);
  const View = views[tab];
  return (
    <div className="flex flex-col gap-6">
      <h1 className="sr-only">Admin Dashboard</h1>
      <Tabs
        label="Admin"
        tabs={tabs}
        current={tab}
        param="tab"
        resets={['view']}
        aside={
          <div className="flex">
            <Button asChild variant="quiet" size="sm">
              <Link to="/admin/today">Today</Link>
            </Button>
            <Button asChild variant="quiet" size="sm" className="max-md:hidden">
              <Link to="/admin/pay">Pay</Link>
            </Button>
            <Button asChild variant="quiet" size="sm" className="max-lg:hidden">
              <Link to="/admin/import">Import</Link>
            </Button>
            <Button asChild variant="quiet" size="sm">
              <Link to="/classes">Rosters</Link>
            </Button>
            <Button asChild variant="quiet" size="sm">
              <Link to="/admin/complaints">Complaints</Link>
            </Button>
            <Button asChild variant="quiet" size="sm" className="max-md:hidden">
              <Link to="/audit">Audit</Link>
            </Button>
            <div className="lg:hidden">
              <ActionMenu label="More pages" entries={morePages} />
            </div>
          </div>
        }
      />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <View />
      </Suspense>
    </div>
  );
}

/** The page /admin. */
export const AdminPage = () => {
  useDocumentTitle('Admin');
  return (
    <StaffGate staffRole="admin">
      <Dashboard />
    </StaffGate>
  );
};
