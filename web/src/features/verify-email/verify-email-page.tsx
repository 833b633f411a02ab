import { Link } from 'react-router-dom';
import { LinkActionCard } from '#web/components/ui/link-action-card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useLinkAction } from '#web/lib/use-link-action.ts';
import { verifyEmail } from './api/verify-email.ts';

/** /verify-email, which the welcome links to; works signed in or not. */
export const VerifyEmailPage = () => {
  const action = useLinkAction(useAddressSecret('token'), verifyEmail);
  return (
    <Page title="Your Email" subtitle="So that we know we reach you." width="narrow">
      <LinkActionCard
        action={action}
        title="Is this your address?"
        text="We write to it about your bookings, passes and membership, and help you back in if you forget your password."
        label="Yes, it is mine"
        busyLabel="Saving..."
      />
      <div aria-live="polite">
        {action.state.kind === 'done' ? (
          <Notice tone="success" title="Thank you, that is all">
            <p>
              Now for a class:{' '}
              <Link to="/book-classes" className="text-link">
                see the timetable
              </Link>
              .
            </p>
          </Notice>
        ) : null}
        {action.state.kind === 'invalid' ? (
          <Notice tone="warning" title="This link can't be used">
            <p>
              It may be incomplete, or for an address that your account no longer has. There is nothing else
              to do: everything works without it.
            </p>
          </Notice>
        ) : null}
      </div>
    </Page>
  );
};
