import { Button } from '#web/components/ui/button.tsx';
import { LinkActionPage } from '#web/components/ui/link-action-page.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { cancelEmailChange } from './api/cancel-email-change.ts';

/** /cancel-email-change, which the email to the current address links to; works signed in or not. */
export const CancelEmailChangePage = () => {
  const { openAuth } = useAuth();
  return (
    <LinkActionPage
      title="Keep Your Email"
      subtitle="Stop a change that was not yours."
      postAction={cancelEmailChange}
      question={{
        title: 'Was it not you?',
        text: 'We keep your email address as it is and sign you out on every device. Your classes and passes stay.',
        label: 'Stop the change',
        busyLabel: 'Stopping...',
      }}
      done={{
        title: 'Your email address stays as it is',
        children: (
          <>
            <p>
              You are signed out everywhere. Whoever asked for the change knew your password, so choose a new
              one now. We will email you a link.
            </p>
            <Button size="sm" className="mt-3" onClick={() => openAuth('forgot')}>
              Choose a new password
            </Button>
          </>
        ),
      }}
      invalid={{
        title: "This link can't be used",
        children: (
          <>
            <p>
              It works for seven days, until the address or your password has changed. If your account is not
              yours any more, answer the email and we will help you to get it back.
            </p>
            <Button variant="secondary" size="sm" className="mt-3" onClick={() => openAuth('forgot')}>
              Choose a new password
            </Button>
          </>
        ),
      }}
    />
  );
};
