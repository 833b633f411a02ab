import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useStudio } from '../../lib/config.ts';
import { scrollToElement } from '../../lib/smooth-scroll.ts';
import { useCredits } from '../auth/api/use-credits.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { PassShop } from '../passes/pass-shop.tsx';
import { BookingSection } from './booking-section.tsx';

const Credits = () => {
  const credits = useCredits(true);
  return (
    <p
      aria-live="polite"
      className="flex items-baseline gap-3 rounded-card border border-sand bg-surface px-5 py-3.5"
    >
      <span className="tabular font-display text-3xl leading-none">{credits ?? '–'}</span>
      <span className="text-ink-muted">{credits === 1 ? 'class credit' : 'class credits'}</span>
    </p>
  );
};

const toTimetable = () => {
  const timetable = document.getElementById('book-classes');
  if (timetable) scrollToElement(timetable);
};

const Aside = () => {
  const { user, status } = useAuth();
  if (status === 'loading') return null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      {user ? <Credits /> : null}
      {user?.passes ? null : (
        <Button variant="secondary" onClick={toTimetable}>
          <ArrowDown aria-hidden="true" className="size-4.5" />
          See the timetable
        </Button>
      )}
    </div>
  );
};

/** Who has passes came to book; who has none needs those first. Settled once, so that buying one moves nothing. */
const Sections = ({ hasPasses }: { hasPasses: boolean }) => {
  const [bookingFirst] = useState(hasPasses);
  return bookingFirst ? (
    <>
      <BookingSection />
      <PassShop />
    </>
  ) : (
    <>
      <PassShop />
      <BookingSection />
    </>
  );
};

export const BookClassesPage = () => {
  const { user, status } = useAuth();
  const { email } = useStudio();
  return (
    <>
      <Page
        title="Book Your Classes"
        width="wide"
        subtitle={
          <>
            Buy a pass here and book your reformer Pilates sessions, or contact the studio
            {email ? (
              <>
                {' '}
                at{' '}
                <a href={`mailto:${email}`} className="text-link">
                  {email}
                </a>
              </>
            ) : null}{' '}
            and we will help you.
          </>
        }
        aside={<Aside />}
      >
        {status === 'loading' ? (
          <div className="grid min-h-96 place-items-center">
            <Spinner label="One moment..." />
          </div>
        ) : null}
      </Page>
      {status === 'loading' ? null : (
        // The page's own foot would come on top of the air that a section brings.
        <div className="-mt-16 md:-mt-28">
          <Sections hasPasses={(user?.passes ?? 0) > 0} />
        </div>
      )}
    </>
  );
};
