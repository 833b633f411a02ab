import { CircleUserRound } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { Wordmark } from '../components/illustrations/wordmark.tsx';
import { staffRoleTexts } from '../components/staff/staff-roles.ts';
import { Button } from '../components/ui/button.tsx';
import { lazyDialog, lazyPart } from '../components/ui/lazy-parts.tsx';
import { SandboxBar } from '../features/navigation/sandbox-bar.tsx';
import { useConfig, useStudio } from '../lib/config.ts';
import { request } from '../lib/http.ts';
import { useSessionQuestion } from '../lib/session-question.ts';
import { closeStaffSession, getStaffIdentity, useStaffSession } from '../lib/staff-session.ts';
import { forgetSearches } from '../lib/stored-search.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { usePageHead } from './use-page-head.ts';

const SignInAgainDialog = lazyDialog(() =>
  import('../features/staff-gate/sign-in-again-dialog.tsx').then((m) => m.SignInAgainDialog),
);

const DemoNotice = lazyPart(() => import('../features/navigation/demo-notice.tsx').then((m) => m.DemoNotice));

const StaffSearch = lazyPart(() =>
  import('../features/staff-search/staff-search.tsx').then((m) => m.StaffSearch),
);

/** Whether a cached answer is for staff only. The gate's is for everyone. */
const isStaffKey = (key: unknown): boolean =>
  typeof key === 'string' && /\/api\/(admin|instructor|audit|staff)\/(?!gate)/.test(key);

/** The name of the signed-in account, which leads to its page. */
const AccountLink = ({ name }: { name: string }) => (
  <Button asChild variant="quiet" size="sm" className="min-w-0">
    <Link to="/staff/account" aria-label={`${name}: my account`}>
      <CircleUserRound aria-hidden="true" className="size-5 shrink-0 sm:hidden" />
      <span className="truncate max-sm:hidden">{name}</span>
    </Link>
  </Button>
);

function Session() {
  const session = useStaffSession();
  const { cache, mutate } = useSWRConfig();
  const identity = session === null ? null : getStaffIdentity(session);
  const lastIdentity = useRef(identity);
  // The next user of this tab may have fewer rights.
  useEffect(() => {
    if (lastIdentity.current === identity) return;
    if (lastIdentity.current !== null) {
      // Also forgets the requests of the last two seconds, whose answers would otherwise be shared with the next user.
      void mutate(isStaffKey, undefined);
      // Lists that grow by pages, which SWR passes over here.
      for (const key of cache.keys()) if (key.startsWith('$inf$') && isStaffKey(key)) cache.delete(key);
    }
    lastIdentity.current = identity;
  }, [identity, cache, mutate]);
  if (session === null) return null;
  const { token, name, role } = session;
  // The page does not wait for the server, which ends the session by itself if this request is lost.
  const logOut = () => {
    void request('/api/staff/session', { method: 'DELETE', token, keepalive: true }).catch(() => undefined);
    forgetSearches();
    closeStaffSession();
  };
  return (
    <>
      {name === null ? (
        <p className="min-w-0 truncate text-ink-muted max-sm:sr-only">
          <span className="sr-only">Signed in: </span>
          {staffRoleTexts[role].name}
        </p>
      ) : (
        <AccountLink name={name} />
      )}
      <Button variant="quiet" size="sm" onClick={logOut}>
        Log Out
      </Button>
    </>
  );
}

/** Asks for a new session over the page whose session ended. */
function EndedSession() {
  const session = useStaffSession();
  const question = useSessionQuestion('staff', session !== null);
  if (question === null || session === null) return null;
  return (
    <SignInAgainDialog
      ended={session}
      notice={question.notice}
      settle={question.settle}
      onClose={() => question.settle(null)}
    />
  );
}

/** The layout of every page of the staff side. */
export function StaffShell() {
  const session = useStaffSession();
  const { name } = useStudio();
  const demoIsBeingMade = useConfig()?.demoIsBeingMade ?? false;
  const { pathname } = useLocation();
  usePageHead();
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <div className="print:hidden">
        <SandboxBar />
        <header className="border-sand border-b bg-surface">
          <div className="relative mx-auto flex h-15 max-w-[90rem] items-center gap-3 px-4 max-md:gap-1 md:px-6">
            <Link
              to="/"
              aria-label={`${name}, to the site`}
              className="@container flex min-h-11 min-w-0 grow items-center"
            >
              <Wordmark name={name} />
            </Link>
            {session?.role === 'admin' && !session.needsSecondFactor && (
              <StaffSearch key={getStaffIdentity(session)} />
            )}
            <Session />
          </div>
        </header>
      </div>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] grow px-4 py-6 md:px-6 md:py-8">
        {demoIsBeingMade && <DemoNotice />}
        <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
          <ErrorBoundary key={`${pathname} ${session && getStaffIdentity(session)}`}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
      <EndedSession />
      <OfflineNotice />
    </div>
  );
}
