import { scrollToElement } from './scroll-to-element.ts';

const LONGEST_MS = 5000;
const OWN_WAYS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Jumps to an element and stays there while what stands above it is still coming in, until the person moves in any way
 * of their own, or five seconds have gone. Answers how to stop earlier.
 */
export function pinScrollTo(element: Element): () => void {
  const observer = new ResizeObserver(() => scrollToElement(element, { smooth: false }));
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const way of OWN_WAYS) window.removeEventListener(way, stop);
  };
  const timer = setTimeout(stop, LONGEST_MS);
  for (const way of OWN_WAYS) window.addEventListener(way, stop, { passive: true });
  // Calls back at once as well, which is the first jump.
  observer.observe(document.body);
  return stop;
}
