import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { PageLink, Point } from './legal-parts.tsx';

/** The sections of the terms about booking, cancelling and the waitlist. */
export const bookingTerms = [
  {
    id: 'booking',
    title: 'Booking a class',
    body: (
      <BulletList>
        <li>Each class takes one pass and lasts 50 minutes unless the timetable says otherwise.</li>
        <li>
          You can book at most 7 days ahead. A day opens to members with a membership at midnight and to pass
          holders at noon.
        </li>
        <li>A class has seven places at most unless the timetable says otherwise. Each member has one.</li>
        <li>Times are UK time.</li>
      </BulletList>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling and moving',
    body: (
      <>
        <p>
          We need to know in time to give your place to someone else. What counts is when your cancellation
          reaches us.
        </p>
        <BulletList>
          <Point about="24 hours or more before the start:">
            the pass comes back, to the purchase that it came from and with the expiry that it had.
          </Point>
          <Point about="Less than 24 hours, or not coming:">the pass is used. There is no refund.</Point>
          <Point about="Moving to another class">
            is possible with 24 or more hours’ notice, subject to availability: in{' '}
            <PageLink page="/my-classes">My Classes</PageLink>, or by email to <StudioEmail />.
          </Point>
          <Point about="If we cancel a class,">
            or have to take you off one, the pass always comes back. Had it expired, or would it within a
            week, it gets 7 days from then. If we change a class’s time, you can cancel it freely.
          </Point>
        </BulletList>
        <p>
          Your free-cancellation deadline is shown as a date and time before you book, with your booking and
          in your confirmation email. Only classes that have not started can be cancelled.
        </p>
      </>
    ),
  },
  {
    id: 'waitlist',
    title: 'The waitlist',
    body: (
      <>
        <p>When a class is full you can wait for a place. Places are given in the order people joined.</p>
        <BulletList>
          <Point about="More than 26 hours before the class:">
            when a place comes free, the first in line who has a usable pass is booked, and told by email. You
            can still cancel free of charge until 24 hours before.
          </Point>
          <Point about="From 26 to 2 hours before:">
            the first in line is offered the place for 30 minutes and has to claim it. No pass comes back if
            you claim and then cancel less than 24 hours before. No offers run between 21:00 and 07:00.
          </Point>
          <Point about="Under 2 hours:">everyone waiting is told, and the first to book has it.</Point>
        </BulletList>
        <p>
          Waiting costs nothing, and you can leave the list at any time. Whoever has no usable pass when their
          turn comes is passed over.
        </p>
      </>
    ),
  },
];
