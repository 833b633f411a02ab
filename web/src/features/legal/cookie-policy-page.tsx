import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { LegalPage } from './legal-page.tsx';
import { ExternalLink, LegalTable, PageLink } from './legal-parts.tsx';

const sections = [
  {
    id: 'none-that-follow',
    title: 'Nothing that follows you',
    body: (
      <p>
        This site sets no advertising, analytics or tracking cookies, and loads nothing from social networks.
        That is why no banner asks you to agree to any: the law asks for consent only to what is not strictly
        necessary, and we have none of that.
      </p>
    ),
  },
  {
    id: 'what-is-stored',
    title: 'What is stored in your browser',
    body: (
      <>
        <p>All of it is needed for what you asked the site to do:</p>
        <LegalTable
          caption="What the site stores in a browser"
          head={['Name', 'Where', 'What for', 'How long']}
          rows={[
            [
              'authToken',
              'Local storage',
              'Keeps you signed in. Set when you sign in or create an account',
              'Until you sign out; it stops working after 24 hours or, if you chose to stay signed in, 30 days after your last visit',
            ],
            [
              'hasSignedIn',
              'Local storage',
              'Remembers that someone has signed in with this browser, so that you are asked to sign in and not to create an account',
              'Until you clear this site’s data',
            ],
            [
              'passkeyOffer',
              'Local storage',
              'Remembers that you did not want a passkey on this device, so that you are not asked again',
              'Until you clear this site’s data',
            ],
            [
              'known_device or __Host-known_device',
              'Cookie',
              'Tells a browser you have signed in with from a stranger’s, so that a stranger’s wrong passwords do not keep you out. A random number that signs nobody in',
              '90 days after you last signed in',
            ],
            [
              'shell and assets',
              'Cache storage',
              'The site’s own files, so that it opens without a connection. Only once you are signed in',
              'Until you clear this site’s data; old files go when a new version starts',
            ],
            [
              'personal',
              'Cache storage',
              'Your name, classes, waitlists, passes and membership as you last saw them, to read without a connection. For instructors, their classes of the day with the names, emails and phone numbers of those booked',
              'Until you sign out, or someone else signs in; an instructor’s classes for a day at most',
            ],
            [
              'Push subscription',
              'Service worker',
              'Lets us notify you on this device, if you turned that on in My Account',
              'Until you turn it off or sign out',
            ],
            [
              'wantedClass and ownReservations',
              'Session storage',
              'The class you chose before you had an account or a pass, and the one whose place we keep while you pay',
              'Until the tab is closed',
            ],
            ['staffSession', 'Session storage', 'Keeps staff signed in', 'Until the tab is closed'],
            [
              'tableSearch',
              'Session storage',
              'Keeps what staff search a table for',
              'Until the tab is closed or staff log out',
            ],
            [
              'attendanceToSend',
              'Local storage',
              'Keeps what instructors mark while the studio has no connection: booking numbers, no names. Never set for visitors or members',
              'Until it is sent',
            ],
            [
              'staff_jobs or __Host-staff_jobs',
              'Cookie',
              'Lets an administrator open the pages of background jobs and of the API. Never set for visitors or members',
              '24 hours',
            ],
          ]}
        />
      </>
    ),
  },
  {
    id: 'stripe',
    title: 'When you pay',
    body: (
      <p>
        The card form comes from Stripe and is loaded when you choose to pay. Stripe then sets cookies of its
        own (such as __stripe_mid and __stripe_sid) to recognise stolen cards; a payment is not possible
        without them. See{' '}
        <ExternalLink href="https://stripe.com/gb/legal/cookies-policy">Stripe’s cookie policy</ExternalLink>.
      </p>
    ),
  },
  {
    id: 'your-choice',
    title: 'Your choice',
    body: (
      <>
        <p>
          You can look around this site with all storage turned off. To sign in, your browser must let the
          site keep authToken; signing out removes it, and so does clearing this site’s data in your browser’s
          settings.
        </p>
        <p>
          What we keep on our side is in the <PageLink page="/privacy-policy">privacy policy</PageLink>.
          Questions: <StudioEmail />.
        </p>
      </>
    ),
  },
];

/** /cookie-policy */
export const CookiePolicyPage = () => (
  <LegalPage
    title="Cookie Policy"
    summary="One entry in your browser keeps you signed in. There are no tracking cookies here, ours or anyone else’s."
    sections={sections}
  />
);
