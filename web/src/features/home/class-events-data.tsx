import { useStudio } from '#web/lib/config.ts';
import { addWallDays, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useClasses } from '../timetable/api/use-classes.ts';
import { buildClassEvents } from './class-events.ts';

/** Structured data about today's and tomorrow's classes for search engines; renders nothing visible. */
export const ClassEventsData = () => {
  const studio = useStudio();
  const now = useStudioNow();
  const today = toLondonDate(now);
  const { classes: todaysClasses = [] } = useClasses(today);
  const { classes: tomorrowsClasses = [] } = useClasses(addWallDays(today, 1));
  const data = buildClassEvents([...todaysClasses, ...tomorrowsClasses], studio, {
    now,
    siteUrl: location.origin,
  });
  if (data === null) return null;
  return (
    <script
      type="application/ld+json"
      id="class-data"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without `<`, so that it cannot close the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
};
