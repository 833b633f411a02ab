import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyContent } from '../lib/lazy-content.ts';
import { Shell } from './shell.tsx';
import { useSingleEntry } from './use-single-entry.ts';

const HomePage = lazyContent(() => import('../features/home/home-page.tsx').then((m) => m.HomePage));
const BookClassesPage = lazyContent(() =>
  import('../features/booking/book-classes-page.tsx').then((m) => m.BookClassesPage),
);
const MyClassesPage = lazyContent(() =>
  import('../features/my-classes/my-classes-page.tsx').then((m) => m.MyClassesPage),
);
const MyPassesPage = lazyContent(() =>
  import('../features/my-passes/my-passes-page.tsx').then((m) => m.MyPassesPage),
);
const MyMembershipPage = lazyContent(() =>
  import('../features/my-membership/my-membership-page.tsx').then((m) => m.MyMembershipPage),
);
const MembershipPage = lazyContent(() =>
  import('../features/membership/membership-page.tsx').then((m) => m.MembershipPage),
);
const AccountPage = lazyContent(() =>
  import('../features/account/account-page.tsx').then((m) => m.AccountPage),
);
const ClassLevelsPage = lazyContent(() =>
  import('../features/class-levels/class-levels-page.tsx').then((m) => m.ClassLevelsPage),
);
const TeamPage = lazyContent(() => import('../features/team/team-page.tsx').then((m) => m.TeamPage));
const OtherPages = lazyContent(() => import('./other-pages.tsx').then((m) => m.OtherPages));
const StaffPages = lazyContent(() => import('./staff-pages.tsx').then((m) => m.StaffPages));

const staffPaths = /^\/(admin|classes|audit|staff)(\/|$)/;

/** The routes of the site. Each page is a chunk of its own; the lists of the less visited ones are not in the first script. */
export function AppRoutes() {
  useSingleEntry();
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      {staffPaths.test(pathname) ? (
        <StaffPages />
      ) : (
        <Routes>
          <Route element={<Shell />}>
            <Route path="/" element={<HomePage />} />
            <Route path="/book-classes" element={<BookClassesPage />} />
            <Route path="/my-classes" element={<MyClassesPage />} />
            <Route path="/my-passes" element={<MyPassesPage />} />
            <Route path="/my-membership" element={<MyMembershipPage />} />
            <Route path="/membership" element={<MembershipPage />} />
            <Route path="/account" element={<AccountPage />} />
            <Route path="/class-levels" element={<ClassLevelsPage />} />
            <Route path="/meet-the-team" element={<TeamPage />} />
            <Route path="*" element={<OtherPages />} />
          </Route>
        </Routes>
      )}
    </Suspense>
  );
}
