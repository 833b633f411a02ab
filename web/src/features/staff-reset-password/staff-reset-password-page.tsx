import { Card } from '#web/components/ui/card.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { NewPasswordForm } from './new-password-form.tsx';

/** The page /staff/reset-password, which the email about a forgotten staff password links to. */
export const StaffResetPasswordPage = () => {
  useDocumentTitle('Choose a New Password');
  const token = useAddressSecret('token');
  if (token === null) {
    return (
      <div className="py-8">
        <h1 className="sr-only">Choose a new password</h1>
        <EmptyState
          title="This link does not work"
          text="Please open the link in your email again. You can ask for another where you sign in."
        />
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-md py-6 md:py-12">
      <h1 className="text-3xl md:text-4xl">Choose a new password</h1>
      <p className="mt-2 text-ink-muted">
        For your staff account. You will be signed out everywhere, then sign in with the new one.
      </p>
      <Card className="mt-6">
        <NewPasswordForm token={token} />
      </Card>
    </div>
  );
};
