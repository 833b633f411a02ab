import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Wordmark } from '#web/components/illustrations/wordmark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { useStudio } from '#web/lib/config.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { Menu } from './menu.tsx';
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

/** The member's email address as a link to their account. */
function AccountLink({ email, className }: { email: string; className: string }) {
  return (
    <Link
      to="/account"
      title="My Account"
      className={cx(
        'flex min-h-11 items-center text-ink-muted underline-offset-4 transition-colors hover:text-sea hover:underline',
        className,
      )}
    >
      <span className="truncate">{email}</span>
      <span className="sr-only">, My Account</span>
    </Link>
  );
}

/** The header of every page: the studio's name, the member with their pass balance, and the menu. */
export function Header() {
  const { user, status, openAuth, signOut } = useAuth();
  return (
    <header className="sticky top-0 z-40 border-sand border-b bg-paper">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-2 px-4 md:gap-4 md:px-8">
        <div className="@container flex min-w-0 grow">
          <Brand />
        </div>
        {status === 'signed-out' && (
          <Button variant="quiet" size="sm" className="whitespace-nowrap" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
        {user && (
          <>
            <AccountLink email={user.email} className="max-w-64 max-lg:hidden" />
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
                <AccountLink email={user.email} className="min-w-0" />
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
