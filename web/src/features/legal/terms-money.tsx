import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { LegalTable, PageLink, Point } from './legal-parts.tsx';
import { PausePoint, PlanPoints, PriorityPoint } from './plan-points.tsx';

const passTerms = [
  ['Sign Up Class (Sign Up Pass)', '£14', '1', '1 week'],
  ['Special 3 Class Pass', '£50', '3', '6 weeks'],
  ['Single Class', '£24', '1', '2 weeks'],
  ['3 Class Pass', '£69', '3', '1 month'],
  ['5 Class Pass', '£110', '5', '2 months'],
  ['10 Class Pass', '£200', '10', '3 months'],
  ['20 Class Pass', '£320', '20', '6 months'],
];

/** The sections of the terms about passes, the membership and refunds. */
export const moneyTerms = [
  {
    id: 'passes',
    title: 'Class passes',
    body: (
      <>
        <p>
          A pass is the right to one class. It can be used until the end of its last day, counted from the day
          of purchase:
        </p>
        <LegalTable
          caption="Class passes, their prices and how long they last"
          head={['Pass', 'Price', 'Classes', 'Lasts']}
          rows={passTerms}
        />
        <BulletList>
          <li>
            The prices on the <PageLink page="/#pricing">pricing page</PageLink> are those that count when you
            buy. Passes that the studio adds to its catalogue later show how long they last there.
          </li>
          <li>The class itself must be on or before the last day of the pass.</li>
          <li>
            The pass that ends soonest is used first. <PageLink page="/my-passes">My Passes</PageLink> shows
            what you have and until when.
          </li>
          <li>An expired pass shows 0 classes left. It is not refunded or extended.</li>
          <li>
            New-user discount passes are limited to one per customer: the Sign Up Class once per member, and
            the Special 3 Class Pass once, in the 7 days from the first class that you book with a Sign Up
            Class.
          </li>
          <li>Passes belong to your account and can not be passed on.</li>
        </BulletList>
      </>
    ),
  },
  {
    id: 'membership',
    title: 'The monthly membership',
    body: (
      <BulletList>
        <PlanPoints />
        <PriorityPoint />
        <Point about="Month to month.">
          Cancel at any time by email to <StudioEmail /> or in{' '}
          <PageLink page="/my-membership">My Membership</PageLink>. It stays active until the end of the
          period that you have paid for. After its first 14 days there is no partial refund for that period.
        </Point>
        <PausePoint />
        <Point about="If a payment fails,">
          the classes that you have booked stay yours, but nothing new can be booked on the membership until
          it is paid. If it stays unpaid, the membership ends.
        </Point>
      </BulletList>
    ),
  },
  {
    id: 'payments-and-refunds',
    title: 'Payments and refunds',
    body: (
      <>
        <p>
          All prices are in pounds and include what tax is due. Stripe takes the payment, and a receipt comes
          by email.
        </p>
        <BulletList>
          <Point about="Changed your mind?">
            You have 14 days from an online purchase to cancel it: passes in{' '}
            <PageLink page="/my-passes">My Passes</PageLink>, the membership in{' '}
            <PageLink page="/my-membership">My Membership</PageLink>, or either by writing to <StudioEmail />.
            We refund the passes that you have not used; classes that you have taken or cancelled late within
            that time, having asked us to start at once, are paid for.
          </Point>
          <Point about="A refund takes its passes along.">
            It takes back the unused passes of that purchase, never more than there are. Classes that you have
            already booked with them stay booked unless we agree otherwise. The same holds when a payment is
            disputed with your bank.
          </Point>
          <Point about="Paid twice by accident,">
            such as for a Sign Up Class that you had already had: the second payment goes back by itself.
          </Point>
        </BulletList>
      </>
    ),
  },
];
