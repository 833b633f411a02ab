import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { useStudio } from '#web/lib/config.ts';

/** What to know before a first class. */
export function FirstVisit() {
  const { name, address } = useStudio();
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  return (
    <section aria-labelledby="first-visit" className="mt-12 border-sand border-t pt-10 md:mt-16 md:pt-12">
      <h2 id="first-visit" className="text-3xl">
        Your first visit
      </h2>
      <div className="mt-5 max-w-2xl text-lg">
        <BulletList>
          <li>Please arrive 5 minutes early, so that we can show you the machine.</li>
          <li>Grip socks are mandatory. We sell them at the studio. Bring water.</li>
          <li>There is a free car park, and free street parking around us.</li>
          {address && (
            <li>
              You find {name} at {address}.{' '}
              <a href={map} target="_blank" rel="noopener" className="text-link whitespace-nowrap">
                Show on a map
                <span className="sr-only"> (opens a new tab)</span>
              </a>
            </li>
          )}
        </BulletList>
      </div>
    </section>
  );
}
