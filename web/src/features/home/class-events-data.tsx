import { useStudio } from '#web/lib/config.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useComingClasses } from '../timetable/api/use-coming-classes.ts';
import { buildClassEvents } from './class-events.ts';
import { daysInView } from './days-in-view.ts';

/** Structured data about today's and tomorrow's classes for search engines; renders nothing visible. */
export const ClassEventsData = () => {
  const studio = useStudio();
  const now = useStudioNow();
  const classes = useComingClasses(toLondonDate(now), daysInView) ?? [];
  const data = buildClassEvents(classes, studio, {
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
