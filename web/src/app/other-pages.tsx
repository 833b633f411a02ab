import { Route, Routes } from 'react-router-dom';
import { lazyContent } from '../lib/lazy-content.ts';

const WaitlistPage = lazyContent(() =>
  import('../features/waitlist/waitlist-page.tsx').then((m) => m.WaitlistPage),
);
const MembershipSuccessPage = lazyContent(() =>
  import('../features/membership-success/membership-success-page.tsx').then((m) => m.MembershipSuccessPage),
);
const MembershipCancelledPage = lazyContent(() =>
  import('../features/membership-cancelled/membership-cancelled-page.tsx').then(
    (m) => m.MembershipCancelledPage,
  ),
);
const ResetPasswordPage = lazyContent(() =>
  import('../features/reset-password/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
);
const SignInLinkPage = lazyContent(() =>
  import('../features/sign-in-link/sign-in-link-page.tsx').then((m) => m.SignInLinkPage),
);
const ConfirmEmailPage = lazyContent(() =>
  import('../features/confirm-email/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
);
const VerifyEmailPage = lazyContent(() =>
  import('../features/verify-email/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
);
const CancelEmailChangePage = lazyContent(() =>
  import('../features/cancel-email-change/cancel-email-change-page.tsx').then((m) => m.CancelEmailChangePage),
);
const UnsubscribePage = lazyContent(() =>
  import('../features/unsubscribe/unsubscribe-page.tsx').then((m) => m.UnsubscribePage),
);
const PaymentSuccessPage = lazyContent(() =>
  import('../features/payment-success/payment-success-page.tsx').then((m) => m.PaymentSuccessPage),
);
const PrivacyPolicyPage = lazyContent(() =>
  import('../features/legal/privacy-policy-page.tsx').then((m) => m.PrivacyPolicyPage),
);
const CookiePolicyPage = lazyContent(() =>
  import('../features/legal/cookie-policy-page.tsx').then((m) => m.CookiePolicyPage),
);
const TermsOfServicePage = lazyContent(() =>
  import('../features/legal/terms-of-service-page.tsx').then((m) => m.TermsOfServicePage),
);
const ComplaintPage = lazyContent(() =>
  import('../features/complaint/complaint-page.tsx').then((m) => m.ComplaintPage),
);
const NotFoundPage = lazyContent(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage));

/** The pages of members that are seldom visited, and the one for an address without a page. */
export function OtherPages() {
  return (
    <Routes>
      <Route path="/waitlist/:classId" element={<WaitlistPage />} />
      <Route path="/membership-success" element={<MembershipSuccessPage />} />
      <Route path="/membership-cancelled" element={<MembershipCancelledPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/sign-in" element={<SignInLinkPage />} />
      <Route path="/confirm-email" element={<ConfirmEmailPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/cancel-email-change" element={<CancelEmailChangePage />} />
      <Route path="/unsubscribe" element={<UnsubscribePage />} />
      <Route path="/payment-success" element={<PaymentSuccessPage />} />
      <Route path="/privacy-policy" element={<PrivacyPolicyPage />} />
      <Route path="/cookie-policy" element={<CookiePolicyPage />} />
      <Route path="/terms-of-service" element={<TermsOfServicePage />} />
      <Route path="/complaints" element={<ComplaintPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
