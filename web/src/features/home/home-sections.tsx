import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { useHasInteracted } from '#web/lib/first-interaction.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { BookingSection } from '../booking/booking-section.tsx';
import { PassShop } from '../passes/pass-shop.tsx';
import { useComingClasses } from '../timetable/api/use-coming-classes.ts';
import { filterBookable } from '../timetable/bookable-classes.ts';
import { ClassLinkList } from '../timetable/class-link-list.tsx';
import { ClassEventsData } from './class-events-data.tsx';
import { daysInView } from './days-in-view.ts';
import { MembershipSection } from './membership-section.tsx';

const panelsPlace = <div className="min-h-180 md:min-h-160" />;

// Far below the first screen: no user gets there without an interaction.
const InfoPanels = lazyPart(() => import('./info-panels.tsx').then((m) => m.InfoPanels), {
  fallback: panelsPlace,
  missing: {
    title: 'The rest of this page did not load',
    text: 'It answers what most people ask before a first class.',
  },
});

/** The next three classes that can be booked, for the first screen. */
export const NextClasses = () => {
  const now = useStudioNow();
  const classes = useComingClasses(toLondonDate(now), daysInView);
  const next = filterBookable(classes ?? [], now).slice(0, 3);
  if (next.length === 0) return null;
  return (
    <>
      <h2 className="eyebrow mb-2 font-sans text-coral-dark">Next classes</h2>
      <ClassLinkList label="Next classes" classes={next} to="/" shows="level" />
    </>
  );
};

/** The home page below its first screen. */
export function HomeSections() {
  const hasInteracted = useHasInteracted();
  return (
    <>
      <MembershipSection />
      <PassShop hasPhoto />
      <div id="class-info">
        <BookingSection />
        <div className="h-5 md:h-9" />
        {hasInteracted ? <InfoPanels /> : panelsPlace}
      </div>
      <ClassEventsData />
    </>
  );
}
