import { ArrowDown } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAfterPaint } from '#web/lib/use-after-paint.ts';
import { useCredits } from '../auth/api/use-credits.ts';
import { useAuth } from '../auth/auth-context.tsx';

// Loaded after the page's header is painted, so that both do not share a slow connection.
const BookClassesSections = lazyContent(() =>
  import('./book-classes-sections.tsx').then((m) => m.BookClassesSections),
);

/** The member's passes. Rendered while the session still loads, too, so that nothing below it shifts. */
const Credits = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const credits = useCredits(isSignedIn);
  return (
    <p
      aria-live="polite"
      className="flex items-baseline gap-2.5 border-sand bg-surface max-md:bg-transparent md:gap-3 md:rounded-card md:border md:px-5 md:py-3.5"
    >
      <span className="tabular font-display text-2xl leading-none md:text-3xl">{credits ?? '–'}</span>
      <span className="text-ink-muted">{credits === 1 ? 'pass to book with' : 'passes to book with'}</span>
    </p>
  );
};

const scrollToTimetable = () => {
  const timetable = document.getElementById('book-classes');
  if (timetable) scrollToElement(timetable);
};

const Aside = () => {
  const { user, status } = useAuth();
  const isLoading = status === 'loading';
  return (
    <div className="flex flex-wrap items-center gap-4">
      {isLoading || user ? <Credits isSignedIn={user !== null} /> : null}
      {isLoading || user?.passes ? null : (
        <Button variant="secondary" onClick={scrollToTimetable}>
          <ArrowDown aria-hidden="true" className="size-4.5" />
          See the timetable
        </Button>
      )}
    </div>
  );
};

const Loading = () => (
  <div className="grid min-h-96 place-items-center" aria-busy="true">
    <Spinner label="One moment..." />
  </div>
);

export const BookClassesPage = () => {
  const { user, status } = useAuth();
  const isPainted = useAfterPaint();
  return (
    <>
      <Page
        title="Book Your Classes"
        width="wide"
        subtitle={
          <>
            Buy a pass here and book your reformer Pilates sessions, or contact the studio
            <StudioEmail before=" at " fallback="" /> and we will help you.
          </>
        }
        aside={<Aside />}
      />
      {status === 'loading' || !isPainted ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <BookClassesSections hasPasses={(user?.passes ?? 0) > 0} />
        </Suspense>
      )}
    </>
  );
};
