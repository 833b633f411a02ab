import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Shell } from './shell.tsx';

const HomePage = lazy(() => import('../features/home/home-page.tsx').then((m) => ({ default: m.HomePage })));
const BookClassesPage = lazy(() =>
  import('../features/booking/book-classes-page.tsx').then((m) => ({ default: m.BookClassesPage })),
);
const MyClassesPage = lazy(() =>
  import('../features/my-classes/my-classes-page.tsx').then((m) => ({ default: m.MyClassesPage })),
);
const MyPassesPage = lazy(() =>
  import('../features/my-passes/my-passes-page.tsx').then((m) => ({ default: m.MyPassesPage })),
);
const MyMembershipPage = lazy(() =>
  import('../features/my-membership/my-membership-page.tsx').then((m) => ({ default: m.MyMembershipPage })),
);
const MembershipPage = lazy(() =>
  import('../features/membership/membership-page.tsx').then((m) => ({ default: m.MembershipPage })),
);
const MembershipSuccessPage = lazy(() =>
  import('../features/membership-success/membership-success-page.tsx').then((m) => ({
    default: m.MembershipSuccessPage,
  })),
);
const MembershipCancelledPage = lazy(() =>
  import('../features/membership-cancelled/membership-cancelled-page.tsx').then((m) => ({
    default: m.MembershipCancelledPage,
  })),
);
const AccountPage = lazy(() =>
  import('../features/account/account-page.tsx').then((m) => ({ default: m.AccountPage })),
);
const ResetPasswordPage = lazy(() =>
  import('../features/reset-password/reset-password-page.tsx').then((m) => ({
    default: m.ResetPasswordPage,
  })),
);
const ConfirmEmailPage = lazy(() =>
  import('../features/confirm-email/confirm-email-page.tsx').then((m) => ({ default: m.ConfirmEmailPage })),
);
const UnsubscribePage = lazy(() =>
  import('../features/unsubscribe/unsubscribe-page.tsx').then((m) => ({ default: m.UnsubscribePage })),
);
const PaymentSuccessPage = lazy(() =>
  import('../features/payment-success/payment-success-page.tsx').then((m) => ({
    default: m.PaymentSuccessPage,
  })),
);
const ClassLevelsPage = lazy(() =>
  import('../features/class-levels/class-levels-page.tsx').then((m) => ({ default: m.ClassLevelsPage })),
);
const TeamPage = lazy(() => import('../features/team/team-page.tsx').then((m) => ({ default: m.TeamPage })));
const WaitlistPage = lazy(() =>
  import('../features/waitlist/waitlist-page.tsx').then((m) => ({ default: m.WaitlistPage })),
);
const PrivacyPolicyPage = lazy(() =>
  import('../features/legal/privacy-policy-page.tsx').then((m) => ({ default: m.PrivacyPolicyPage })),
);
const CookiePolicyPage = lazy(() =>
  import('../features/legal/cookie-policy-page.tsx').then((m) => ({ default: m.CookiePolicyPage })),
);
const TermsOfServicePage = lazy(() =>
  import('../features/legal/terms-of-service-page.tsx').then((m) => ({ default: m.TermsOfServicePage })),
);
const StaffShell = lazy(() =>
  import('../features/staff/staff-shell.tsx').then((m) => ({ default: m.StaffShell })),
);
const AdminPage = lazy(() =>
  import('../features/admin/admin-page.tsx').then((m) => ({ default: m.AdminPage })),
);
const InstructorPage = lazy(() =>
  import('../features/instructor/instructor-page.tsx').then((m) => ({ default: m.InstructorPage })),
);
const AuditPage = lazy(() =>
  import('../features/audit/audit-page.tsx').then((m) => ({ default: m.AuditPage })),
);
const StaffJoinPage = lazy(() =>
  import('../features/staff-join/staff-join-page.tsx').then((m) => ({ default: m.StaffJoinPage })),
);
const NotFoundPage = lazy(() => import('./not-found-page.tsx').then((m) => ({ default: m.NotFoundPage })));

/** The routes of the site. Each page is a chunk of its own; those of the staff share a shell. */
export function AppRoutes() {
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <Routes>
        <Route element={<StaffShell />}>
          <Route path="/admin" element={<AdminPage />} />
          <Route path="/classes" element={<InstructorPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/staff/join" element={<StaffJoinPage />} />
        </Route>
        <Route element={<Shell />}>
          <Route path="/" element={<HomePage />} />
          <Route path="/book-classes" element={<BookClassesPage />} />
          <Route path="/my-classes" element={<MyClassesPage />} />
          <Route path="/my-passes" element={<MyPassesPage />} />
          <Route path="/my-membership" element={<MyMembershipPage />} />
          <Route path="/membership" element={<MembershipPage />} />
          <Route path="/membership-success" element={<MembershipSuccessPage />} />
          <Route path="/membership-cancelled" element={<MembershipCancelledPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/waitlist/:classId" element={<WaitlistPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/confirm-email" element={<ConfirmEmailPage />} />
          <Route path="/unsubscribe" element={<UnsubscribePage />} />
          <Route path="/payment-success" element={<PaymentSuccessPage />} />
          <Route path="/class-levels" element={<ClassLevelsPage />} />
          <Route path="/meet-the-team" element={<TeamPage />} />
          <Route path="/privacy-policy" element={<PrivacyPolicyPage />} />
          <Route path="/cookie-policy" element={<CookiePolicyPage />} />
          <Route path="/terms-of-service" element={<TermsOfServicePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
