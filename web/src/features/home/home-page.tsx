import { Suspense } from 'react';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { useAfterPaint } from '#web/lib/use-after-paint.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { Hero } from './hero.tsx';
import { HomeIntro } from './home-intro.tsx';

// Loaded after the first screen is painted, so that both do not share a slow connection.
const HomeSections = lazyContent(() => import('./home-sections.tsx').then((m) => m.HomeSections));
const NextBooking = lazyPart(() => import('./next-booking.tsx').then((m) => m.NextBooking));

const placeholder = <div className="min-h-[400vh]" aria-busy="true" />;

export function HomePage() {
  useDocumentTitle();
  const isPainted = useAfterPaint();
  const { user, status } = useAuth();
  return (
    <>
      {status === 'signed-out' ? null : (
        // Its space is there from the first paint.
        <div className="flex min-h-37 items-center border-sand border-b md:min-h-22">
          {isPainted && user ? <NextBooking /> : null}
        </div>
      )}
      <Hero />
      <HomeIntro />
      {isPainted ? (
        <Suspense fallback={placeholder}>
          <HomeSections />
        </Suspense>
      ) : (
        placeholder
      )}
    </>
  );
}
