import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { getTimetableTarget } from '../features/timetable/wanted-class.ts';
import { pinScrollTo } from '../lib/pin-scroll.ts';
import { scrollToElement } from '../lib/scroll-to-element.ts';

const DELAY_MS = 100;
const TIMEOUT_MS = 5000;

/** Calls back when the element is in the document, because a page renders only after its chunk is fetched. */
function onElement(id: string, callback: (element: Element) => () => void): () => void {
  let cleanUp = () => {};
  const find = () => {
    const element = document.getElementById(id);
    if (element) cleanUp = callback(element);
    return element !== null;
  };
  const observer = new MutationObserver(() => find() && observer.disconnect());
  if (!find()) observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), TIMEOUT_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    cleanUp();
  };
}

/**
 * Scrolls after a navigation: to its hash after 100 ms, to the class or timetable of its query, otherwise to the top.
 * The browser restores Back and Forward.
 * A new page also focuses `main`, so that keyboards and screen readers start there.
 */
export function usePagePosition(): void {
  const location = useLocation();
  const isFromHistory = useNavigationType() === NavigationType.Pop;
  const lastPath = useRef<string | null>(null);

  useEffect(() => {
    const { pathname, search, hash } = location;
    const isFirst = lastPath.current === null;
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (isNewPage && !isFirst) document.getElementById('main')?.focus({ preventScroll: true });
    const target = hash ? decodeURIComponent(hash.slice(1)) : getTimetableTarget(search);
    const isChosenHere = !hash && !isNewPage && !new URLSearchParams(search).has('class');
    const isRestored = !hash && !isFirst && isFromHistory;
    if (target === null || isChosenHere || isRestored) {
      if (isNewPage && !isFirst && !isFromHistory) window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = onElement(target, (element) => {
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
