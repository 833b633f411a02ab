import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useAfterPaint } from '#web/lib/use-after-paint.ts';
import { Hero } from './hero.tsx';
import { HomeIntro } from './home-intro.tsx';

// Loaded after the first screen is painted, so that both do not share a slow connection.
const HomeSections = lazy(() => import('./home-sections.tsx').then((m) => ({ default: m.HomeSections })));

const placeholder = <div className="min-h-[400vh]" aria-busy="true" />;

export function HomePage() {
  useDocumentTitle();
  const isPainted = useAfterPaint();
  return (
    <>
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
