import { Suspense } from 'react';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { DailyView } from './daily-view.tsx';

const views = {
  daily: DailyView,
  week: lazyContent(() => import('./week-view.tsx').then((m) => m.WeekView)),
  weekly: lazyContent(() =>
    import('../admin-analytics/weekly-analytics-view.tsx').then((m) => m.WeeklyAnalyticsView),
  ),
  closures: lazyContent(() => import('../admin-closures/closures-view.tsx').then((m) => m.ClosuresView)),
  monthly: lazyContent(() =>
    import('../admin-analytics/monthly-reports-view.tsx').then((m) => m.MonthlyReportsView),
  ),
};

const tabs = [
  { id: 'daily', label: 'Daily View' },
  { id: 'week', label: 'Week View' },
  { id: 'weekly', label: 'Weekly Analytics' },
  { id: 'monthly', label: 'Monthly Reports' },
  { id: 'closures', label: 'Closing Days' },
] as const;

export function ScheduleTab() {
  const view = useTab('view', tabs);
  const View = views[view];
  return (
    <div className="flex flex-col gap-6">
      <Tabs label="Class Schedule" tabs={tabs} current={view} param="view" resets={['class']} variant="sub" />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <View />
      </Suspense>
    </div>
  );
}
