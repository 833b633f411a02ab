import { useState } from 'react';
import { PassShop } from '../passes/pass-shop.tsx';
import { BookingSection } from './booking-section.tsx';

/** Who has passes came to book; who has none needs those first. Settled once, so that buying one moves nothing. */
export const BookClassesSections = ({ hasPasses }: { hasPasses: boolean }) => {
  const [bookingFirst] = useState(hasPasses);
  return (
    // The page's own foot would come on top of the air that a section brings.
    <div className="-mt-16 md:-mt-28">
      {bookingFirst ? (
        <>
          <BookingSection />
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
