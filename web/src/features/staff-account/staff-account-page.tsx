import { useState } from 'react';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { AccountSignInForm } from '../staff-gate/account-sign-in-form.tsx';
import { ChangePasswordDialog } from '../staff-gate/change-password-dialog.tsx';
import { SecondFactorSection } from '../staff-second-factor/second-factor-section.tsx';

function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="print:hidden">
      <Panel title="Password" intro="A new one signs you out everywhere else.">
        <Button variant="secondary" className="self-start max-sm:w-full" onClick={() => setIsOpen(true)}>
          Change my password
        </Button>
      </Panel>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** The page /staff/account: how a member of staff signs in. */
export const StaffAccountPage = () => {
  useDocumentTitle('Your Account');
  const session = useStaffSession();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-8 py-2 md:py-6">
      <header>
        <h1 className="text-3xl md:text-4xl">Your account</h1>
        {session?.name && <p className="mt-1 text-ink-muted">{session.name}</p>}
      </header>
      {session === null ? (
        <Card className="max-w-md">
          <AccountSignInForm />
        </Card>
      ) : session.staffId === null ? (
        <Notice>
          You are signed in with a shared password, which has no account. Log out, and sign in with your own.
        </Notice>
      ) : (
        <>
          <SecondFactorSection />
          <PasswordSection />
        </>
      )}
    </div>
  );
};
