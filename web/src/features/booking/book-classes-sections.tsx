import { useState } from 'react';
import { PassShop } from '../passes/pass-shop.tsx';
import { BookingSection } from './booking-section.tsx';

/** Shows the timetable first to members with passes, and the passes first to all others. A purchase does not reorder them. */
export const BookClassesSections = ({ hasPasses }: { hasPasses: boolean }) => {
  const [isBookingFirst] = useState(hasPasses);
  return (
    // A section brings its own padding, so the page's bottom padding is taken off.
    <div className="-mt-16 md:-mt-28">
      {isBookingFirst ? (
        <>
          <BookingSection isTitleHidden />
          <PassShop />
        </>
      ) : (
        <>
          <PassShop />
          <BookingSection />
        </>
      )}
    </div>
  );
};
