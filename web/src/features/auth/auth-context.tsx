import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { dataDefaults, isPersonal } from '../../lib/data.ts';
import { useLive } from '../../lib/live.ts';
import { onTokenChange, readToken } from '../../lib/session-token.ts';
import { signOut } from './api/sign-out.ts';
import { type User, useCurrentUser } from './api/use-current-user.ts';
import type { AuthView } from './auth-view.ts';

interface Auth {
  readonly user: User | null;
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  /** Opens the dialog, on sign-up unless another view is asked for. */
  openAuth(view?: AuthView): void;
  signOut(): void;
}

const AuthContext = createContext<Auth | null>(null);

const loadDialog = () => import('./auth-dialog.tsx');
const AuthDialog = lazy(() => loadDialog().then((module) => ({ default: module.AuthDialog })));

/** What one person saw is dropped from the cache when their token goes, in this tab or another. */
const useForgetOnTokenChange = (token: string | null): void => {
  const { mutate } = useSWRConfig();
  const previous = useRef(token);
  useEffect(() => {
    if (previous.current === token) return;
    const someoneLeft = previous.current !== null;
    previous.current = token;
    if (someoneLeft) void mutate(isPersonal, undefined, { revalidate: token !== null });
  }, [token, mutate]);
};

const statusOf = (user: User | null, isLoading: boolean): Auth['status'] => {
  if (user !== null) return 'signed-in';
  return isLoading ? 'loading' : 'signed-out';
};

const Session = ({ children }: { children: ReactNode }) => {
  const token = useSyncExternalStore(onTokenChange, readToken);
  const { user, isLoading } = useCurrentUser(token);
  const [view, setView] = useState<AuthView>('signup');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useForgetOnTokenChange(token);
  useLive(token);

  const openAuth = useCallback((wanted: AuthView = 'signup') => {
    setView(wanted);
    setWasOpened(true);
    setOpen(true);
  }, []);
  const status = statusOf(user, isLoading);
  const auth = useMemo<Auth>(() => ({ user, status, openAuth, signOut }), [user, status, openAuth]);

  return (
    <AuthContext value={auth}>
      {children}
      {wasOpened ? (
        <Suspense fallback={null}>
          <AuthDialog open={isOpen} view={view} onViewChange={setView} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </AuthContext>
  );
};

/** Who is signed in, for everything inside; also sets how server data is read and keeps it live. */
export const AuthProvider = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={dataDefaults}>
    <Session>{children}</Session>
  </SWRConfig>
);

/** The signed-in member and the ways in and out; only inside `AuthProvider`. */
export const useAuth = (): Auth => {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth is used outside AuthProvider');
  return auth;
};
