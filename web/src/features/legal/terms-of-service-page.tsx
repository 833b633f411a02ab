import { formatHours } from '#services/contract/rule-wording.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { useRules } from '#web/lib/rules.ts';
import { LegalPage } from './legal-page.tsx';
import { PageLink, Point } from './legal-parts.tsx';
import { bookingTerms } from './terms-booking.tsx';
import { moneyTerms } from './terms-money.tsx';

const sections = [
  {
    id: 'agreement',
    title: 'Our agreement',
    body: (
      <p>
        These terms are between you and the studio. You accept them when you create an account, buy a pass or
        a membership, or book a class. Nothing in them takes away rights that consumer law gives you.
      </p>
    ),
  },
  {
    id: 'who-can-come',
    title: 'Who can come',
    body: (
      <BulletList>
        <Point about="Age.">Children under 16 are not permitted.</Point>
        <Point about="Your account">
          is for you alone. Keep your password to yourself, and your details up to date.
        </Point>
        <Point about="Your health.">
          Tell us about injuries, medication, pregnancy or pain before you come, in your account or in person,
          and ask your doctor if you are not sure. Stop when something hurts, and say so. How we treat those
          answers is in the <PageLink page="/privacy-policy#health">privacy policy</PageLink>.
        </Point>
        <Point about="The right level.">
          Choose a class that suits you: see <PageLink page="/class-levels">Class Levels</PageLink>. Reformer
          For All is not suitable for complete beginners.
        </Point>
      </BulletList>
    ),
  },
  ...moneyTerms,
  ...bookingTerms,
  {
    id: 'in-the-studio',
    title: 'In the studio',
    body: (
      <BulletList>
        <Point about="Arrive 5 minutes early.">
          A class starts on time. If you come late, your instructor may not let you in once the class has
          begun, for your safety and everyone’s calm; the pass then counts as used.
        </Point>
        <Point about="Grip socks are mandatory.">We sell them at the studio.</Point>
        <Point about="Follow your instructor,">
          and set springs only as shown. We may ask someone to leave who puts others at risk.
        </Point>
        <Point about="Your things.">Please look after them; we can not answer for what is left behind.</Point>
      </BulletList>
    ),
  },
  {
    id: 'responsibility',
    title: 'Responsibility',
    body: (
      <p>
        We answer for harm that we cause by not taking reasonable care, without limit where the law allows
        none, such as for injury caused by our negligence. We do not answer for harm that comes of not
        following instructions or of not telling us about your health.
      </p>
    ),
  },
  {
    id: 'changes-and-law',
    title: 'Changes, and the law',
    body: (
      <>
        <p>
          Terms can change; what you have already bought keeps the terms that it was bought with, and a
          booking keeps the cancellation rule as it stood when you booked. The law of England and Wales
          applies.
        </p>
        <p>
          Something unclear? Write to <StudioEmail />.
        </p>
      </>
    ),
  },
];

const Summary = () => {
  const { freeCancellationHours: hours } = useRules();
  const when = hours === 0 ? 'before it starts' : `${formatHours(hours)} ahead`;
  return (
    <>One pass is one class. Cancel {when} and the pass comes back. The rest of this page is the detail.</>
  );
};

/** /terms-of-service */
export const TermsOfServicePage = () => (
  <LegalPage title="Terms of Service" summary={<Summary />} sections={sections} />
);
