import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Gives a hash that is set directly, such as one typed into the address, to the router. So the browser does not move
 * the page before `usePagePosition` does. A browser without the Navigation API moves it immediately, to the same
 * place by the page's `scroll-padding-top`.
 */
export function useHashNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('navigation' in window)) return;
    const { navigation } = window;
    const takeHash = (event: NavigateEvent) => {
      const { hashChange, cancelable, navigationType } = event;
      if (!hashChange || !cancelable || (navigationType !== 'push' && navigationType !== 'replace')) return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      // After this event, because a navigation inside of it would be a part of the one that was prevented.
      queueMicrotask(
        () => void navigate({ pathname, search, hash }, { replace: navigationType === 'replace' }),
      );
    };
    navigation.addEventListener('navigate', takeHash);
    return () => navigation.removeEventListener('navigate', takeHash);
  }, [navigate]);
}
