import { AccountLink, LinkActionPage } from '#web/components/ui/link-action-page.tsx';
import { confirmEmail } from './api/confirm-email.ts';

/** /confirm-email, which the email to a new address links to; works signed in or not. */
export const ConfirmEmailPage = () => (
  <LinkActionPage
    title="Confirm Your Email"
    subtitle="Your new address, one click away."
    postAction={confirmEmail}
    question={{
      title: 'Is this where we should write to you?',
      text: 'You sign in with this address from then on. We tell the old one that it was changed.',
      label: 'Confirm this address',
      busyLabel: 'Confirming...',
    }}
    done={{
      title: 'Your email address is changed',
      children: (
        <p>
          Sign in with it from now on. You are signed out on your other devices, and a calendar link has to be
          made again. You find everything else in <AccountLink />.
        </p>
      ),
    }}
    invalid={{
      title: "This link can't be used",
      children: (
        <p>
          It works once, for one hour, and only while you have not asked for another. You can get a new one in{' '}
          <AccountLink />.
        </p>
      ),
    }}
  />
);
