import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Shell } from './shell.tsx';
import { useSingleEntry } from './use-single-entry.ts';

/** A page that is fetched when it is first rendered. */
const lazyPage = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const HomePage = lazyPage(() => import('../features/home/home-page.tsx').then((m) => m.HomePage));
const BookClassesPage = lazyPage(() =>
  import('../features/booking/book-classes-page.tsx').then((m) => m.BookClassesPage),
);
const MyClassesPage = lazyPage(() =>
  import('../features/my-classes/my-classes-page.tsx').then((m) => m.MyClassesPage),
);
const MyPassesPage = lazyPage(() =>
  import('../features/my-passes/my-passes-page.tsx').then((m) => m.MyPassesPage),
);
const MyMembershipPage = lazyPage(() =>
  import('../features/my-membership/my-membership-page.tsx').then((m) => m.MyMembershipPage),
);
const MembershipPage = lazyPage(() =>
  import('../features/membership/membership-page.tsx').then((m) => m.MembershipPage),
);
const MembershipSuccessPage = lazyPage(() =>
  import('../features/membership-success/membership-success-page.tsx').then((m) => m.MembershipSuccessPage),
);
const MembershipCancelledPage = lazyPage(() =>
  import('../features/membership-cancelled/membership-cancelled-page.tsx').then(
    (m) => m.MembershipCancelledPage,
  ),
);
const AccountPage = lazyPage(() => import('../features/account/account-page.tsx').then((m) => m.AccountPage));
const ResetPasswordPage = lazyPage(() =>
  import('../features/reset-password/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
);
const ConfirmEmailPage = lazyPage(() =>
  import('../features/confirm-email/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
);
const VerifyEmailPage = lazyPage(() =>
  import('../features/verify-email/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
);
const CancelEmailChangePage = lazyPage(() =>
  import('../features/cancel-email-change/cancel-email-change-page.tsx').then((m) => m.CancelEmailChangePage),
);
const UnsubscribePage = lazyPage(() =>
  import('../features/unsubscribe/unsubscribe-page.tsx').then((m) => m.UnsubscribePage),
);
const PaymentSuccessPage = lazyPage(() =>
  import('../features/payment-success/payment-success-page.tsx').then((m) => m.PaymentSuccessPage),
);
const ClassLevelsPage = lazyPage(() =>
  import('../features/class-levels/class-levels-page.tsx').then((m) => m.ClassLevelsPage),
);
const TeamPage = lazyPage(() => import('../features/team/team-page.tsx').then((m) => m.TeamPage));
const WaitlistPage = lazyPage(() =>
  import('../features/waitlist/waitlist-page.tsx').then((m) => m.WaitlistPage),
);
const PrivacyPolicyPage = lazyPage(() =>
  import('../features/legal/privacy-policy-page.tsx').then((m) => m.PrivacyPolicyPage),
);
const CookiePolicyPage = lazyPage(() =>
  import('../features/legal/cookie-policy-page.tsx').then((m) => m.CookiePolicyPage),
);
const TermsOfServicePage = lazyPage(() =>
  import('../features/legal/terms-of-service-page.tsx').then((m) => m.TermsOfServicePage),
);
const StaffShell = lazyPage(() => import('./staff-shell.tsx').then((m) => m.StaffShell));
const AdminPage = lazyPage(() => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage));
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

/** The routes of the site. Each page is a chunk of its own; those of the staff share a shell. */
export function AppRoutes() {
  useSingleEntry();
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <Routes>
        <Route element={<StaffShell />}>
          <Route path="/admin" element={<AdminPage />} />
          <Route path="/classes" element={<InstructorPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/staff/join" element={<StaffJoinPage />} />
          <Route path="/staff/account" element={<StaffAccountPage />} />
          <Route path="/staff/reset-password" element={<StaffResetPasswordPage />} />
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
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/confirm-email" element={<ConfirmEmailPage />} />
          <Route path="/cancel-email-change" element={<CancelEmailChangePage />} />
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
