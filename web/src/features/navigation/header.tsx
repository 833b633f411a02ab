import { useLocation, useNavigate } from 'react-router-dom';
import { Wordmark } from '../../components/illustrations/wordmark.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useStudio } from '../../lib/config.ts';
import { scrollToElement } from '../../lib/smooth-scroll.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { PassBadge } from '../auth/pass-badge.tsx';
import { Menu } from './menu.tsx';

function Brand() {
  const { name } = useStudio();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const toHero = () => {
    const hero = pathname === '/' ? document.getElementById('hero') : null;
    if (hero) scrollToElement(hero);
    else navigate('/');
  };
  return (
    <button
      type="button"
      onClick={toHero}
      className="-mx-2 flex min-h-11 min-w-0 items-center rounded-sm px-2"
    >
      <Wordmark name={name} />
    </button>
  );
}

/** The bar at the top of every page: the brand, who is signed in with their passes, and the menu. */
export function Header() {
  const { user, status, openAuth, signOut } = useAuth();
  return (
    <header className="sticky top-0 z-40 border-sand border-b bg-paper">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-2 px-4 md:gap-4 md:px-8">
        <div className="flex min-w-0 grow">
          <Brand />
        </div>
        {status === 'signed-out' && (
          <Button variant="quiet" size="sm" className="whitespace-nowrap" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
        {user && (
          <>
            <span className="max-w-64 truncate text-ink-muted max-lg:hidden">{user.email}</span>
            <PassBadge />
            <Button variant="quiet" size="sm" className="max-lg:hidden" onClick={signOut}>
              Sign Out
            </Button>
          </>
        )}
        <Menu
          account={
            user && (
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 truncate text-ink-muted">{user.email}</span>
                <Button variant="quiet" size="sm" className="-mx-4" onClick={signOut}>
                  Sign Out
                </Button>
              </div>
            )
          }
        />
      </div>
    </header>
  );
}
