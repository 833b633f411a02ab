import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { useStudio } from '#web/lib/config.ts';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAfterPaint } from '#web/lib/use-after-paint.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { usePendingAction } from '../auth/use-pending-action.ts';

// After the first paint, in a space reserved for it.
const NextClasses = lazyContent(() => import('./home-sections.tsx').then((m) => m.NextClasses));

/** The studio's name, an introduction, the booking button and the next classes. */
export function HomeIntro() {
  const { name } = useStudio();
  const { user, signInThen } = useAuth();
  const navigate = useNavigate();
  const isPainted = useAfterPaint();
  const { search } = useLocation();
  const showTimetable = () => {
    const section = document.getElementById('book-classes');
    if (section) scrollToElement(section);
    else navigate({ search, hash: 'book-classes' });
  };
  usePendingAction({ kind: 'see-timetable' }, showTimetable);
  return (
    <section id="home" aria-labelledby="home-title" className="pt-6 pb-9 md:pt-8 md:pb-15">
      <div className="mx-auto grid max-w-6xl animate-rise gap-8 px-5 md:px-8 lg:grid-cols-[1.15fr_1fr] lg:items-start lg:gap-16">
        <div>
          <h1
            id="home-title"
            className="text-[clamp(3.25rem,2rem+6.5vw,7.5rem)] leading-[0.95] tracking-[-0.03em]"
          >
            {name}
          </h1>
          <p className="eyebrow mt-5 text-coral-dark md:mt-7">REFORMER PILATES</p>
        </div>
        <div className="lg:pt-3">
          <p className="font-display text-2xl">A mind-body experience, at the pace of the sea.</p>
          <p className="mt-4 text-ink-muted text-lg">
            Fifty unhurried minutes on professional-grade reformer machines. Seven places in the room, so your
            instructor sees how you move and helps you move better.
          </p>
          <Button
            size="lg"
            className="mt-7 max-sm:w-full"
            onClick={user ? showTimetable : () => signInThen({ kind: 'see-timetable' })}
          >
            BOOK NOW
          </Button>
          <div className="mt-8 min-h-52">
            {isPainted ? (
              <Suspense fallback={null}>
                <NextClasses />
              </Suspense>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}
