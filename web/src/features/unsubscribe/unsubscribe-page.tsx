import { AccountLink, LinkActionPage } from '#web/components/ui/link-action-page.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { unsubscribe } from './api/unsubscribe.ts';

/** /unsubscribe, which newsletters link to; works signed in or not. */
export const UnsubscribePage = () => (
  <LinkActionPage
    title="Newsletter"
    subtitle="New classes, and now and then an offer."
    postAction={unsubscribe}
    question={{
      title: 'Shall we stop writing?',
      text: 'You will get no more newsletters. Emails about your bookings, passes and membership still come.',
      label: 'Unsubscribe',
      busyLabel: 'Unsubscribing...',
    }}
    done={{
      title: 'You are unsubscribed',
      children: (
        <p>
          We have taken you off the list. If you change your mind, you find the newsletter in <AccountLink />.
        </p>
      ),
    }}
    invalid={{
      title: 'This link is not valid',
      children: (
        <p>
          It may be incomplete. Please use the link in our latest newsletter, change it in <AccountLink />
          <StudioEmail before=", or write to " fallback="" />.
        </p>
      ),
    }}
  />
);
