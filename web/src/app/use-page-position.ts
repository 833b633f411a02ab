import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { pinScrollTo } from '../lib/pin-scroll.ts';
import { scrollToElement } from '../lib/scroll-to-element.ts';

const DELAY_MS = 100;
const GIVE_UP_AFTER_MS = 5000;

/** Calls back with the element as soon as it is on the page; pages arrive late, being fetched one by one. */
function whenPresent(id: string, found: (element: Element) => () => void): () => void {
  let leave = () => {};
  const look = () => {
    const element = document.getElementById(id);
    if (element) leave = found(element);
    return element !== null;
  };
  const observer = new MutationObserver(() => look() && observer.disconnect());
  if (!look()) observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), GIVE_UP_AFTER_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    leave();
  };
}

/**
 * Where a navigation ends: at its hash 100 ms after it, otherwise at the top (Back and Forward keep their place).
 * A new page also takes the focus to `main`, so that keyboards and screen readers start there.
 */
export function usePagePosition(): void {
  const location = useLocation();
  const isFromHistory = useNavigationType() === NavigationType.Pop;
  const lastPath = useRef<string | null>(null);

  useEffect(() => {
    const { pathname, hash } = location;
    const isFirst = lastPath.current === null;
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (isNewPage && !isFirst) document.getElementById('main')?.focus({ preventScroll: true });
    if (!hash) {
      if (isNewPage && !isFirst && !isFromHistory) window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = whenPresent(decodeURIComponent(hash.slice(1)), (element) => {
        if (isNewPage) return pinScrollTo(element);
        scrollToElement(element);
        return () => {};
      });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [location, isFromHistory]);
}
