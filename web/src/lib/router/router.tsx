import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { RouteParams } from './route-path.ts';

type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Another one with each navigation, so that a second click on the same link is one as well. */
  readonly key: string;
}

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
}

/** To an address of the site (a lone hash or query stays on the page), or by so many steps of the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

interface Navigation {
  readonly location: Location;
  readonly type: NavigationType;
}

interface Router extends Navigation {
  readonly navigate: Navigate;
}

const RouterContext = createContext<Router | null>(null);

/** What the matched route adds for the parts inside it. */
export const RouteContext = createContext<{ params: RouteParams; outlet: ReactNode }>({
  params: {},
  outlet: null,
});

const here = (): Location => {
  const { pathname, search, hash } = window.location;
  const key: unknown = window.history.state?.key;
  return { pathname, search, hash, key: typeof key === 'string' ? key : 'first' };
};

const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** Keeps what is on show and the address the same: follows Back and Forward, and changes both when asked to. */
export const RouterProvider = ({ children }: { children: ReactNode }) => {
  const [navigation, setNavigation] = useState<Navigation>(() => ({ location: here(), type: 'POP' }));

  useLayoutEffect(() => {
    // In a transition the page in view stays until the next one has been fetched.
    const follow = () => startTransition(() => setNavigation({ location: here(), type: 'POP' }));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const navigate = useCallback<Navigate>((to, { replace = false } = {}) => {
    if (typeof to === 'number') {
      window.history.go(to);
      return;
    }
    const state = { key: newKey() };
    if (replace) window.history.replaceState(state, '', to);
    else window.history.pushState(state, '', to);
    startTransition(() => setNavigation({ location: here(), type: replace ? 'REPLACE' : 'PUSH' }));
  }, []);

  const router = useMemo(() => ({ ...navigation, navigate }), [navigation, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
};

const useRouter = (): Router => {
  const router = use(RouterContext);
  if (router === null) throw new Error('There is no router around this');
  return router;
};

export const useLocation = (): Location => useRouter().location;

export const useNavigationType = (): NavigationType => useRouter().type;

export const useNavigate = (): Navigate => useRouter().navigate;

export const useParams = (): RouteParams => use(RouteContext).params;

/** Sets the query, as a whole or from the one before. */
type SetSearchParams = (
  next: URLSearchParams | Record<string, string> | ((before: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void;

export const useSearchParams = (): [URLSearchParams, SetSearchParams] => {
  const { location, navigate } = useRouter();
  const { search } = location;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearchParams>(
    (next, options) => {
      // From the address as it is now: two changes in a row add up.
      const before = new URLSearchParams(window.location.search);
      navigate(`?${new URLSearchParams(typeof next === 'function' ? next(before) : next)}`, options);
    },
    [navigate],
  );
  return [params, set];
};

/** Leads elsewhere as soon as it is rendered. */
export const Navigate = ({ to, replace }: NavigateOptions & { to: string }) => {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
};
