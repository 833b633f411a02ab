import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '../../components/ui/use-document-title.ts';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import { Hero } from './hero.tsx';
import { HomeIntro } from './home-intro.tsx';

// Below the first screen: asked for when that is painted, so that it need not share a slow connection.
const HomeSections = lazy(() => import('./home-sections.tsx').then((m) => ({ default: m.HomeSections })));

const place = <div className="min-h-[400vh]" aria-busy="true" />;

/** The front page, from the sea to the car park. */
export function HomePage() {
  useDocumentTitle();
  const isPainted = useAfterPaint();
  return (
    <>
      <Hero />
      <HomeIntro />
      {isPainted ? (
        <Suspense fallback={place}>
          <HomeSections />
        </Suspense>
      ) : (
        place
      )}
    </>
  );
}
