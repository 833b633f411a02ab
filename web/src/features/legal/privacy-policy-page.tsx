import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { useStudio } from '#web/lib/config.ts';
import { LegalPage } from './legal-page.tsx';
import { ExternalLink, LegalTable, PageLink, Point } from './legal-parts.tsx';

const Controller = () => {
  const { name, address } = useStudio();
  return (
    <p>
      {name}
      {address ? `, ${address},` : ''} decides what happens with your personal data and answers for it (the
      “controller” under UK data protection law). Write to <StudioEmail /> about anything on this page.
    </p>
  );
};

const accountData = [
  ['First name and surname', 'To know who is on the machine'],
  ['Email', 'To sign you in and to write to you about your bookings'],
  ['Phone number', 'To reach you when a class changes at short notice'],
  ['Date of birth, if you give it', 'To be sure that you are 16 or over, and to teach you well'],
  ['Password', 'To sign you in; we keep a fingerprint of it that can not be turned back (Argon2)'],
  ['Booking history', 'Classes booked, attended, missed and cancelled, and waitlists you joined'],
  [
    'Payment information',
    'What you bought, when, for how much, and what was refunded. Never your card number',
  ],
  ['Notes by our staff', 'To remember what you asked for or told us; you can ask to read them'],
  ['Your choice about the newsletter', 'To write only to those who want it'],
];

const sections = [
  { id: 'who-we-are', title: 'Who we are', body: <Controller /> },
  {
    id: 'what-we-keep',
    title: 'What we keep, and why',
    body: (
      <>
        <p>When you have an account, we keep this account data:</p>
        <LegalTable caption="Account data and its purpose" head={['What', 'What for']} rows={accountData} />
        <p>
          If you only look around, we keep nothing about you. If you register your interest in a membership
          without an account, we keep the name, email, phone number and message that you send us, to answer
          you.
        </p>
      </>
    ),
  },
  {
    id: 'health',
    title: 'Your health answers',
    body: (
      <>
        <p>
          When you sign up, or later if you prefer, we ask about medication, injuries, pregnancy or the time
          after a birth, movements that hurt, and whether hands-on corrections are fine with you. The law
          calls this special category data. We ask for one reason: so that your instructor can keep you safe
          on a machine with springs.
        </p>
        <BulletList>
          <Point about="You decide.">
            We rely on your explicit consent, which the forms ask for with a box of its own. Every question
            can be left alone.
          </Point>
          <Point about="Who sees them.">
            The instructors, for the classes that you have booked, and the studio’s management. Nobody else:
            not our email or payment providers, and no statistics are made of them.
          </Point>
          <Point about="Changing your mind.">
            Change your answers or withdraw your consent at any time in{' '}
            <PageLink page="/account">My Account</PageLink>. Once it is withdrawn, nobody at the studio sees
            them any more; an encrypted copy in our permanent record goes when your account is deleted.
          </Point>
        </BulletList>
      </>
    ),
  },
  {
    id: 'legal-reasons',
    title: 'Our legal reasons',
    body: (
      <BulletList>
        <Point about="Our contract with you:">
          your account, passes, membership, bookings, and the emails about them.
        </Point>
        <Point about="Your consent:">your health answers.</Point>
        <Point about="The law:">records of payments, which tax law has us keep.</Point>
        <Point about="Our legitimate interest:">
          the newsletter to members, who are told of it when they create an account, can say no there and
          then, and can leave with one click in every issue or in My Account; keeping the site secure; and
          knowing how full our classes are.
        </Point>
      </BulletList>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else handles it',
    body: (
      <>
        <p>We never sell your data, and we show no advertising. Two companies work for us:</p>
        <BulletList>
          <Point about="Stripe">
            takes card payments. Your card details go from your browser straight to Stripe and never reach us.
            Stripe keeps your card for your next payment only if you ask for it, until you remove it in My
            Account. Stripe learns your email address and what you pay, and keeps its own records as the law
            asks of it. If your bank disputes a payment, we send it, through Stripe, what we recorded of that
            purchase: your name and email address, the terms that you accepted, our emails about it, and the
            classes booked and taken with it; never your health answers. See{' '}
            <ExternalLink href="https://stripe.com/gb/privacy">Stripe’s privacy policy</ExternalLink>.
          </Point>
          <Point about="Brevo">
            sends our emails and keeps the newsletter’s list of addresses. It gets your email address and the
            text of each email. See{' '}
            <ExternalLink href="https://www.brevo.com/legal/privacypolicy/">
              Brevo’s privacy policy
            </ExternalLink>
            .
          </Point>
        </BulletList>
        <p>
          If you turn notifications on for a device, the push service of its browser, such as that of Google,
          Apple or Mozilla, delivers them. They are encrypted, so it sees that a message comes, and not what
          it says.
        </p>
        <p>
          Stripe and Brevo may handle data outside the United Kingdom, with the safeguards that UK law asks
          for. Beyond that we hand data over only where the law makes us.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <BulletList>
        <Point about="Your account and health answers:">
          until you delete your account or ask us to. An account that nobody has used for seven years at most
          we delete ourselves, four weeks after telling you by email.
        </Point>
        <Point about="Interest in a membership, without an account:">24 months.</Point>
        <Point about="A complaint about your data:">
          24 months after our last answer, also if you delete your account: encrypted with a key of its own,
          to show that we dealt with it.
        </Point>
        <Point about="Bookings and payments:">
          7 years. If you delete your account in that time, they stay without your name.
        </Point>
        <Point about="A sign-in:">
          24 hours, or 30 days after your last visit if you chose to stay signed in, or until you sign out.
          With when it began, when it was last used, the kind of browser and a fingerprint of the network.
        </Point>
        <Point about="A passkey:">
          its public half, with the kind of browser that made it, until you remove it, or change your password
          or address.
        </Point>
        <Point about="Wrong passwords tried for your account:">
          24 hours, with a fingerprint of the network that they came from.
        </Point>
        <Point about="The newsletter:">until you leave the list.</Point>
        <Point about="Technical logs:">
          they carry no names, email addresses or health answers in the first place.
        </Point>
      </BulletList>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        In our permanent record, each member’s personal details are encrypted with a key of their own. When an
        account is deleted, that key is destroyed, and what was written with it can no longer be read by
        anyone, us included. Staff sign in with passwords that are checked on our server, and see what their
        role needs.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under the UK GDPR you can, free of charge:</p>
        <BulletList>
          <Point about="See and take away">
            all that we hold on you: download it as a file in <PageLink page="/account">My Account</PageLink>.
          </Point>
          <Point about="Correct">your details and health answers there as well.</Point>
          <Point about="Erase">
            your account: the button is in My Account, and says before what is lost. Future bookings are
            cancelled first, a membership ends at once, and passes that you have not used go without a refund.
          </Point>
          <Point about="Withdraw consent">to the health answers at any time, and leave the newsletter.</Point>
          <Point about="Object or restrict:">
            write to <StudioEmail /> if you do not agree with something that we do.
          </Point>
        </BulletList>
        <p>
          If you think that we got something wrong with your data,{' '}
          <PageLink page="/complaints">complain to us</PageLink>: we confirm by email that it reached us, and
          answer within 30 days. You can also complain to the Information Commissioner’s Office at{' '}
          <ExternalLink href="https://ico.org.uk/make-a-complaint/">ico.org.uk</ExternalLink>.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Our classes are for people of 16 and over. We do not knowingly keep data of anyone younger, and a date
        of birth under 16 is refused when an account is created.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Cookies, and changes to this page',
    body: (
      <p>
        What is stored in your browser, also to show your classes without a connection, is on the page about{' '}
        <PageLink page="/cookie-policy">cookies</PageLink>. If we change what we do with your data, we change
        this page first, and write to you when it matters.
      </p>
    ),
  },
];

/** /privacy-policy */
export const PrivacyPolicyPage = () => (
  <LegalPage
    title="Privacy Policy"
    summary="We keep what we need to teach you and to keep your passes straight, and no more. You can read, take away or erase all of it yourself."
    sections={sections}
  />
);
