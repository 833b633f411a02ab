import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Card } from '#web/components/ui/card.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { authMessages } from '#web/features/auth/auth-messages.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

/** /reset-password, which the reset email links to. Without a token it redirects to the home page. */
export const ResetPasswordPage = () => {
  const navigate = useNavigate();
  const token = useAddressSecret('token');
  const hasToken = token !== null;
  useEffect(() => {
    if (hasToken) return;
    toast(authMessages.invalidResetLink);
    navigate('/', { replace: true });
  }, [hasToken, navigate]);

  return (
    <Page
      title="Reset Your Password"
      subtitle="Choose a new one. You will be signed out on all your devices."
      width="narrow"
    >
      <Card className="md:p-8">
        <ResetPasswordForm token={token} />
        <p className="mt-5 text-center">
          <Link to="/" className="text-link">
            Back to Home
          </Link>
        </p>
      </Card>
    </Page>
  );
};
