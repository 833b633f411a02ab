import { Link } from 'react-router-dom';
import { LinkActionCard } from '#web/components/ui/link-action-card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useLinkAction } from '#web/lib/use-link-action.ts';
import { unsubscribe } from './api/unsubscribe.ts';

const AccountLink = () => (
  <Link to="/account" className="text-link">
    My Account
  </Link>
);

/** /unsubscribe, which newsletters link to; works signed in or not. */
export const UnsubscribePage = () => {
  const action = useLinkAction(useAddressSecret('token'), unsubscribe);
  return (
    <Page title="Newsletter" subtitle="New classes, and now and then an offer." width="narrow">
      <LinkActionCard
        action={action}
        title="Shall we stop writing?"
        text="You will get no more newsletters. Emails about your bookings, passes and membership still come."
        label="Unsubscribe"
        busyLabel="Unsubscribing..."
      />
      <div aria-live="polite">
        {action.state.kind === 'done' ? (
          <Notice tone="success" title="You are unsubscribed">
            <p>
              We have taken you off the list. If you change your mind, you find the newsletter in{' '}
              <AccountLink />.
            </p>
          </Notice>
        ) : null}
        {action.state.kind === 'invalid' ? (
          <Notice tone="warning" title="This link is not valid">
            <p>
              It may be incomplete. Please use the link in our latest newsletter, change it in <AccountLink />
              <StudioEmail before=", or write to " fallback="" />.
            </p>
          </Notice>
        ) : null}
      </div>
    </Page>
  );
};
