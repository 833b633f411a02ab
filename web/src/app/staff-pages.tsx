import { Route, Routes } from 'react-router-dom';
import { lazyPage } from './lazy-page.ts';
import { StaffShell } from './staff-shell.tsx';

const AdminPage = lazyPage(() => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage));
const PersonPage = lazyPage(() =>
  import('../features/admin-person/person-page.tsx').then((m) => m.PersonPage),
);
const PayPage = lazyPage(() => import('../features/pay/pay-page.tsx').then((m) => m.PayPage));
const OwnPayPage = lazyPage(() => import('../features/pay/own-pay-page.tsx').then((m) => m.OwnPayPage));
const ComplaintsPage = lazyPage(() =>
  import('../features/admin-complaints/complaints-page.tsx').then((m) => m.ComplaintsPage),
);
const DisputePage = lazyPage(() =>
  import('../features/admin-disputes/dispute-page.tsx').then((m) => m.DisputePage),
);
const ImportPage = lazyPage(() =>
  import('../features/admin-import/import-page.tsx').then((m) => m.ImportPage),
);
const TodayPage = lazyPage(() => import('../features/admin-today/today-page.tsx').then((m) => m.TodayPage));
const InstructorPage = lazyPage(() =>
  import('../features/instructor/instructor-page.tsx').then((m) => m.InstructorPage),
);
const AuditPage = lazyPage(() => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage));
const StaffJoinPage = lazyPage(() =>
  import('../features/staff-join/staff-join-page.tsx').then((m) => m.StaffJoinPage),
);
const StaffAccountPage = lazyPage(() =>
  import('../features/staff-account/staff-account-page.tsx').then((m) => m.StaffAccountPage),
);
const StaffResetPasswordPage = lazyPage(() =>
  import('../features/staff-reset-password/staff-reset-password-page.tsx').then(
    (m) => m.StaffResetPasswordPage,
  ),
);
const NotFoundPage = lazyPage(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage));

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
