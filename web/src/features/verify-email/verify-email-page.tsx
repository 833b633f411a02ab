import { Link } from 'react-router-dom';
import { LinkActionPage } from '#web/components/ui/link-action-page.tsx';
import { verifyEmail } from './api/verify-email.ts';

/** /verify-email, which the welcome links to; works signed in or not. */
export const VerifyEmailPage = () => (
  <LinkActionPage
    title="Your Email"
    subtitle="So that we know we reach you."
    postAction={verifyEmail}
    question={{
      title: 'Is this your address?',
      text: 'We write to it about your bookings, passes and membership, and help you back in if you forget your password.',
      label: 'Yes, it is mine',
      busyLabel: 'Saving...',
    }}
    done={{
      title: 'Thank you, that is all',
      children: (
        <p>
          Now for a class:{' '}
          <Link to="/book-classes" className="text-link">
            see the timetable
          </Link>
          .
        </p>
      ),
    }}
    invalid={{
      title: "This link can't be used",
      children: (
        <p>
          It may be incomplete, or for an address that your account no longer has. There is nothing else to
          do: everything works without it.
        </p>
      ),
    }}
  />
);
