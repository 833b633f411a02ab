import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Wordmark } from '#web/components/illustrations/wordmark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useStudio } from '#web/lib/config.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Menu } from './menu.tsx';
import { headerEntries } from './menu-entries.ts';
import { PassBadge } from './pass-badge.tsx';

function Brand() {
  const { name } = useStudio();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goToTop = () => {
    const hero = pathname === '/' ? document.getElementById('hero') : null;
    if (hero) scrollToElement(hero);
    // A second press while the page is being fetched adds no second entry to the history.
    else navigate('/', { replace: window.location.pathname === '/' });
  };
  return (
    <button
      type="button"
      onClick={goToTop}
      className="-mx-2 flex min-h-11 min-w-0 items-center rounded-sm px-2"
    >
      <Wordmark name={name} />
    </button>
  );
}

/** Where most visitors want to go, on wide screens. */
function MainLinks() {
  return (
    <nav aria-label="Main" className="flex items-center gap-1 max-lg:hidden">
      {headerEntries.map(({ label, to }) => (
        <Link
          key={to}
          to={to}
          className="flex min-h-11 items-center rounded-full px-3.5 font-medium transition-colors hover:text-sea"
        >
          {label}
        </Link>
      ))}
      <Button asChild size="sm" className="ml-1.5">
        <Link to="/book-classes">Book</Link>
      </Button>
    </nav>
  );
}

/** The header of every page: the studio's name, the main links, the member with their pass balance, and the menu. */
export function Header() {
  const { user, status, openAuth, signOut } = useAuth();
  return (
    <header className="sticky top-0 z-40 border-sand border-b bg-paper">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-2 px-4 md:gap-4 md:px-8">
        <div className="@container flex min-w-0 grow">
          <Brand />
        </div>
        <MainLinks />
        {status === 'signed-out' && (
          <Button variant="quiet" size="sm" className="whitespace-nowrap" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
        {user && (
          <>
            <PassBadge />
            <AccountMenu user={user} onSignOut={signOut} />
          </>
        )}
        <Menu />
      </div>
    </header>
  );
}
