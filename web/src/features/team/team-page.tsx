import { useNavigate } from 'react-router-dom';
import { Portrait } from '#web/components/illustrations/portrait.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { NextClassesOf } from '../timetable/next-classes-of.tsx';
import { type TeamMember, team } from './team.ts';

function Person({ name, role, bio, portrait }: TeamMember) {
  const isFounder = role === 'Founder';
  return (
    <li
      className={
        isFounder
          ? 'flex flex-col gap-6 sm:col-span-2 sm:flex-row sm:items-end sm:gap-10 lg:col-span-4 lg:gap-14'
          : 'flex gap-5 sm:flex-col'
      }
    >
      <Portrait
        variant={portrait}
        name={name}
        className={isFounder ? 'w-56 shrink-0 md:w-72' : 'w-26 shrink-0 self-start sm:w-40 md:w-44'}
      />
      <div className={isFounder ? 'max-w-xl sm:pb-3' : ''}>
        <p className="font-semibold text-coral-dark">{role}</p>
        <h2 className={isFounder ? 'mt-1 text-3xl' : 'mt-1 text-xl'}>{name}</h2>
        <p className={isFounder ? 'mt-3 text-ink-muted text-lg' : 'mt-2 text-ink-muted'}>{bio}</p>
        <div className="mt-4">
          <NextClassesOf name={name} matches={(each) => each.instructorName === name} shows="level" />
        </div>
      </div>
    </li>
  );
}

const bookingPath = '/book-classes';

export function TeamPage() {
  const navigate = useNavigate();
  const { status, openAuth } = useAuth();
  const book = () => {
    const section = document.getElementById('book-classes');
    if (section) scrollToElement(section);
    // A second press while the page is being fetched adds no second entry to the history.
    else navigate(bookingPath, { replace: window.location.pathname === bookingPath });
  };
  return (
    <Page
      title="Meet the Team"
      subtitle="Five people who look closely, explain plainly, and remember that everyone starts somewhere."
      width="wide"
    >
      <ul className="grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8 lg:gap-y-16">
        {team.map((person) => (
          <Person key={person.name} {...person} />
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap gap-3">
        <Button size="lg" onClick={book}>
          BOOK NOW
        </Button>
        {status === 'signed-out' && (
          <Button size="lg" variant="secondary" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
      </div>
    </Page>
  );
}
