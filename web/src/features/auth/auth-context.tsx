import {
  createContext,
  Fragment,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { useLiveToken } from '#web/lib/live-token.ts';
import { useLiveUpdates } from '#web/lib/live-updates.ts';
import { findRenewal, useSessionQuestion } from '#web/lib/session-question.ts';
import { hasSignedInHere, isSameSession, onTokenChange, readToken } from '#web/lib/session-token.ts';
import { isPersonal, swrDefaults } from '#web/lib/swr-options.ts';
import { useRetryFailedReads } from '#web/lib/use-retry-failed-reads.ts';
import { signOut } from './api/sign-out.ts';
import { type User, useCurrentUser } from './api/use-current-user.ts';
import type { AuthView } from './auth-view.ts';
import { type PendingAction, releasePendingAction, setPendingAction } from './pending-action.ts';

interface Auth {
  readonly user: User | null;
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  /** Opens the dialog, by default on sign-in where a member has signed in with this browser before, else on sign-up. */
  openAuth(view?: AuthView): void;
  /** Whether the dialog is open. */
  readonly isAsking: boolean;
  /** Opens the dialog, once a member who is being loaded is known not to be signed in; `usePendingAction` continues after it. */
  signInThen(action: PendingAction): void;
  signOut(): void;
}

const AuthContext = createContext<Auth | null>(null);

const AuthDialog = lazyDialog(() => import('./auth-dialog.tsx').then((m) => m.AuthDialog));
const SignInAgainDialog = lazyDialog(() =>
  import('./sign-in-again-dialog.tsx').then((m) => m.SignInAgainDialog),
);

/**
 * Clears personal data from the cache when a session ends, in this tab or another. When the same member continues it, the data stays
 * under the open forms and is read again.
 */
const useClearCacheOnTokenChange = (token: string | null): void => {
  const { mutate } = useSWRConfig();
  const previous = useRef(token);
  useEffect(() => {
    if (previous.current === token) return;
    const ended = previous.current;
    previous.current = token;
    if (isSameSession(ended, token)) return;
    // After a sign-in, what a page read just before the sign-out is not read again by itself.
    if (ended === null || findRenewal(ended) === token) void mutate(isPersonal);
    else void mutate(isPersonal, undefined, { revalidate: token !== null });
  }, [token, mutate]);
};

const getStatus = (user: User | null, isLoading: boolean): Auth['status'] => {
  if (user !== null) return 'signed-in';
  return isLoading ? 'loading' : 'signed-out';
};

const Session = ({ children }: { children: ReactNode }) => {
  const token = useSyncExternalStore(onTokenChange, readToken);
  const { user, isLoading } = useCurrentUser(token);
  const [view, setView] = useState<AuthView>('signup');
  const [isOpen, setOpen] = useState(false);
  useClearCacheOnTokenChange(token);
  useLiveUpdates(useLiveToken(token));
  useRetryFailedReads();
  /** Raised when another member takes over the page, whose forms start anew. */
  const [takeovers, setTakeovers] = useState(0);
  const question = useSessionQuestion('member', user !== null);

  const openAuth = useCallback((initialView?: AuthView) => {
    setView(initialView ?? (hasSignedInHere() ? 'signin' : 'signup'));
    setOpen(true);
  }, []);
  const status = getStatus(user, isLoading);
  const asksWhenLoaded = useRef(false);
  const signInThen = useCallback(
    (action: PendingAction) => {
      setPendingAction(action);
      if (status === 'loading') asksWhenLoaded.current = true;
      else openAuth();
    },
    [status, openAuth],
  );
  useEffect(() => {
    if (status === 'loading') return;
    if (status === 'signed-out' && asksWhenLoaded.current) openAuth();
    asksWhenLoaded.current = false;
  }, [status, openAuth]);
  // Another tab may have signed in, such as that of a link in an email: what was pressed here goes on.
  const isSignedIn = user !== null;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    const hasSignedIn = isSignedIn && !wasSignedIn.current;
    wasSignedIn.current = isSignedIn;
    if (!hasSignedIn || !isOpen) return;
    releasePendingAction(Date.now());
    setOpen(false);
  }, [isSignedIn, isOpen]);
  const auth = useMemo<Auth>(
    () => ({ user, status, isAsking: isOpen, openAuth, signInThen, signOut }),
    [user, status, isOpen, openAuth, signInThen],
  );

  return (
    <AuthContext value={auth}>
      <Fragment key={takeovers}>{children}</Fragment>
      <AuthDialog open={isOpen} view={view} onViewChange={setView} onOpenChange={setOpen} />
      {question !== null && user !== null ? (
        <SignInAgainDialog
          user={user}
          settle={question.settle}
          onClose={() => question.settle(null)}
          onOther={() => setTakeovers((count) => count + 1)}
        />
      ) : null}
    </AuthContext>
  );
};

/** Provides the session, the defaults of SWR and the live updates. */
export const AuthProvider = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={swrDefaults}>
    <Session>{children}</Session>
  </SWRConfig>
);

/** The session, and how to start and end it; only inside `AuthProvider`. */
export const useAuth = (): Auth => {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth is used outside AuthProvider');
  return auth;
};
