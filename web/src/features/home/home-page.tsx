import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '../../components/ui/document-title.ts';
import { Hero } from './hero.tsx';
import { HomeIntro } from './home-intro.tsx';
import { InfoPanels } from './info-panels.tsx';
import { MembershipSection } from './membership-section.tsx';

// Below the first screen: fetched beside the rest, so that the first paint does not wait for them.
const PassShop = lazy(() => import('../passes/pass-shop.tsx').then((m) => ({ default: m.PassShop })));
const BookingSection = lazy(() =>
  import('../booking/booking-section.tsx').then((m) => ({ default: m.BookingSection })),
);

/** The front page, from the sea to the car park. */
export function HomePage() {
  useDocumentTitle();
  return (
    <>
      <Hero />
      <HomeIntro />
      <MembershipSection />
      <Suspense fallback={<div className="min-h-[300vh]" aria-busy="true" />}>
        <PassShop withPicture />
        <div id="class-info">
          <BookingSection />
          <div className="h-5 md:h-9" />
          <InfoPanels />
        </div>
      </Suspense>
    </>
  );
}
