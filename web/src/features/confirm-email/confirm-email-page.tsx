import { Link } from 'react-router-dom';
import { LinkActionCard } from '#web/components/ui/link-action-card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useLinkAction } from '#web/lib/use-link-action.ts';
import { confirmEmail } from './api/confirm-email.ts';

const AccountLink = () => (
  <Link to="/account" className="text-link">
    My Account
  </Link>
);

/** /confirm-email, which the email to a new address links to; works signed in or not. */
export const ConfirmEmailPage = () => {
  const action = useLinkAction(useAddressSecret('token'), confirmEmail);
  return (
    <Page title="Confirm Your Email" subtitle="Your new address, one click away." width="narrow">
      <LinkActionCard
        action={action}
        title="Is this where we should write to you?"
        text="You sign in with this address from then on. We tell the old one that it was changed."
        label="Confirm this address"
        busyLabel="Confirming..."
      />
      <div aria-live="polite">
        {action.state.kind === 'done' ? (
          <Notice tone="success" title="Your email address is changed">
            <p>
              Sign in with it from now on. You are signed out on your other devices, and a calendar link has
              to be made again. You find everything else in <AccountLink />.
            </p>
          </Notice>
        ) : null}
        {action.state.kind === 'invalid' ? (
          <Notice tone="warning" title="This link can't be used">
            <p>
              It works once, for one hour, and only while you have not asked for another. You can get a new
              one in <AccountLink />.
            </p>
          </Notice>
        ) : null}
      </div>
    </Page>
  );
};
