import { useStudio } from '../../lib/config.ts';
import { addWallDays, toLondonDate } from '../../lib/london-time.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useClasses } from '../booking/api/use-classes.ts';
import { classEvents } from './class-events.ts';

/** Tells search engines of today's and tomorrow's classes; nothing that a person sees. */
export const ClassEventsData = () => {
  const studio = useStudio();
  const now = useStudioNow();
  const today = toLondonDate(now);
  const { classes: todays = [] } = useClasses(today);
  const { classes: tomorrows = [] } = useClasses(addWallDays(today, 1));
  const data = classEvents([...todays, ...tomorrows], studio, { now, siteUrl: location.origin });
  if (data === null) return null;
  return (
    <script
      type="application/ld+json"
      id="class-data"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
};
