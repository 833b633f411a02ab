import { formatDays } from '#services/contract/rule-wording.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { useRules } from '#web/lib/rules.ts';
import { PageLink, Point } from './legal-parts.tsx';
import { describeGrace, describeOpening, listCancellationTerms, listWaitlistTerms } from './rule-terms.ts';

const BookingTerms = () => {
  const { bookingWindowDays, priorityBookingHours } = useRules();
  return (
    <BulletList>
      <li>Each class takes one pass and lasts 50 minutes unless the timetable says otherwise.</li>
      <li>
        You can book at most {formatDays(bookingWindowDays)} ahead. {describeOpening(priorityBookingHours)}
      </li>
      <li>A class has seven places at most unless the timetable says otherwise. Each member has one.</li>
      <li>Times are UK time.</li>
    </BulletList>
  );
};

const CancellingTerms = () => {
  const { freeCancellationHours, returnedPassGraceDays, refillsLateCancellations } = useRules();
  const { inTime, late, moving } = listCancellationTerms(freeCancellationHours);
  return (
    <>
      <p>
        We need to know in time to give your place to someone else. What counts is when your cancellation
        reaches us.
      </p>
      <BulletList>
        <Point about={inTime}>
          the pass comes back, to the purchase that it came from and with the expiry that it had.
        </Point>
        <Point about={late}>
          the pass is used. There is no refund.
          {refillsLateCancellations &&
            freeCancellationHours > 0 &&
            ' If someone else takes your place before the class, the pass of a late cancellation comes back.'}
        </Point>
        <Point about="Moving to another class">
          is possible {moving}, subject to availability: in <PageLink page="/my-classes">My Classes</PageLink>
          , or by email to <StudioEmail />.
        </Point>
        <Point about="If we cancel a class,">
          or have to take you off one, the pass always comes back. {describeGrace(returnedPassGraceDays)} If
          we change a class’s time, you can cancel it freely.
        </Point>
      </BulletList>
      <p>
        Your free-cancellation deadline is shown as a date and time before you book, with your booking and in
        your confirmation email. Only classes that have not started can be cancelled.
      </p>
    </>
  );
};

const WaitlistTerms = () => (
  <>
    <p>When a class is full you can wait for a place. Places are given in the order people joined.</p>
    <BulletList>
      {listWaitlistTerms(useRules()).map(({ when, what }) => (
        <Point key={when} about={when}>
          {what}
        </Point>
      ))}
    </BulletList>
    <p>
      Waiting costs nothing, and you can leave the list at any time. Whoever has no usable pass when their
      turn comes is passed over.
    </p>
  </>
);

/** The sections of the terms about booking, cancelling and the waitlist. */
export const bookingTerms = [
  { id: 'booking', title: 'Booking a class', body: <BookingTerms /> },
  { id: 'cancelling', title: 'Cancelling and moving', body: <CancellingTerms /> },
  { id: 'waitlist', title: 'The waitlist', body: <WaitlistTerms /> },
];
