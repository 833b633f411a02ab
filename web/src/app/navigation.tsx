import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Where the site is. Another object with each navigation, so that a second click on the same link is one as well. */
interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Whether Back or Forward led there, or the site was opened there. */
  readonly isFromHistory: boolean;
}

const placeNow = (isFromHistory: boolean): Place => {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, isFromHistory };
};

const PlaceContext = createContext<Place | null>(null);

/** The place that is in view, with what wouter's `useLocation` does not tell: its hash, and how one came. */
export const usePlace = (): Place => {
  const place = use(PlaceContext);
  if (place === null) throw new Error('There is no Navigation around this');
  return place;
};

const usePathnameInView = (): [string, typeof navigate] => [usePlace().pathname, navigate];
const useSearchInView = (): string => usePlace().search;

/**
 * wouter's router, in which each navigation is a transition: the page in view stays until the next one has been fetched.
 * Its own hooks read the address itself, which React can't do in a transition.
 */
export function Navigation({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeNow(true));

  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(placeNow(true)));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const go = useCallback<AroundNavHandler>((navigateTo, to, options) => {
    // To where one is already, it adds nothing to the history.
    const isHere = new URL(to, window.location.href).href === window.location.href;
    navigateTo(to, { replace: isHere, ...options });
    startTransition(() => setPlace(placeNow(false)));
  }, []);

  return (
    <PlaceContext value={place}>
      <Router hook={usePathnameInView} searchHook={useSearchInView} aroundNav={go}>
        {children}
      </Router>
    </PlaceContext>
  );
}
