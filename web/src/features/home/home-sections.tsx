import { BookingSection } from '../booking/booking-section.tsx';
import { PassShop } from '../passes/pass-shop.tsx';
import { ClassEventsData } from './class-events-data.tsx';
import { InfoPanels } from './info-panels.tsx';
import { MembershipSection } from './membership-section.tsx';

/** The home page below its first screen. */
export function HomeSections() {
  return (
    <>
      <MembershipSection />
      <PassShop hasPhoto />
      <div id="class-info">
        <BookingSection />
        <div className="h-5 md:h-9" />
        <InfoPanels />
      </div>
      <ClassEventsData />
    </>
  );
}
