import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { MemberListView } from './member-list-view.tsx';
import { RecentBookingsView } from './recent-bookings-view.tsx';
import { RepeatedOffersView } from './repeated-offers-view.tsx';

const views = [
  { id: 'list', label: 'Member List' },
  { id: 'bookings', label: 'Recent Bookings' },
  { id: 'offers', label: 'Offers Used Twice' },
] as const;

export const MembersTab = () => {
  const view = useTab('view', views);
  return (
    <div className="flex flex-col gap-6">
      <Tabs label="Members" tabs={views} current={view} param="view" variant="sub" />
      {view === 'list' && <MemberListView />}
      {view === 'bookings' && <RecentBookingsView />}
      {view === 'offers' && <RepeatedOffersView />}
    </div>
  );
};
