import { Route, Routes } from 'react-router-dom';
import { lazyContent } from '../lib/lazy-content.ts';
import { StaffShell } from './staff-shell.tsx';

const AdminPage = lazyContent(() => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage));
const PersonPage = lazyContent(() =>
  import('../features/admin-person/person-page.tsx').then((m) => m.PersonPage),
);
const PayPage = lazyContent(() => import('../features/pay/pay-page.tsx').then((m) => m.PayPage));
const OwnPayPage = lazyContent(() => import('../features/pay/own-pay-page.tsx').then((m) => m.OwnPayPage));
const ComplaintsPage = lazyContent(() =>
  import('../features/admin-complaints/complaints-page.tsx').then((m) => m.ComplaintsPage),
);
const DisputePage = lazyContent(() =>
  import('../features/admin-disputes/dispute-page.tsx').then((m) => m.DisputePage),
);
const ImportPage = lazyContent(() =>
  import('../features/admin-import/import-page.tsx').then((m) => m.ImportPage),
);
const TodayPage = lazyContent(() =>
  import('../features/admin-today/today-page.tsx').then((m) => m.TodayPage),
);
const InstructorPage = lazyContent(() =>
  import('../features/instructor/instructor-page.tsx').then((m) => m.InstructorPage),
);
const AuditPage = lazyContent(() => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage));
const StaffJoinPage = lazyContent(() =>
  import('../features/staff-join/staff-join-page.tsx').then((m) => m.StaffJoinPage),
);
const StaffAccountPage = lazyContent(() =>
  import('../features/staff-account/staff-account-page.tsx').then((m) => m.StaffAccountPage),
);
const StaffResetPasswordPage = lazyContent(() =>
  import('../features/staff-reset-password/staff-reset-password-page.tsx').then(
    (m) => m.StaffResetPasswordPage,
  ),
);
const NotFoundPage = lazyContent(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage));

/** The pages of the staff, which share a shell. */
export function StaffPages() {
  return (
    <Routes>
      <Route element={<StaffShell />}>
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/admin/members/:id" element={<PersonPage />} />
        <Route path="/admin/today" element={<TodayPage />} />
        <Route path="/admin/pay" element={<PayPage />} />
        <Route path="/admin/complaints" element={<ComplaintsPage />} />
        <Route path="/admin/disputes/:id" element={<DisputePage />} />
        <Route path="/admin/import" element={<ImportPage />} />
        <Route path="/classes" element={<InstructorPage />} />
        <Route path="/classes/pay" element={<OwnPayPage />} />
        <Route path="/audit" element={<AuditPage />} />
        <Route path="/staff/join" element={<StaffJoinPage />} />
        <Route path="/staff/account" element={<StaffAccountPage />} />
        <Route path="/staff/reset-password" element={<StaffResetPasswordPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
