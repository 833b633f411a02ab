import { scrollToElement } from './scroll-to-element.ts';

const TIMEOUT_MS = 5000;
const interactions = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Jumps to an element and stays there while the content above it loads, until the person interacts or five seconds
 * pass. Returns a function that stops it earlier.
 */
export function pinScrollTo(element: Element): () => void {
  const observer = new ResizeObserver(() => scrollToElement(element, { smooth: false }));
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of interactions) window.removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  for (const type of interactions) window.addEventListener(type, stop, { passive: true });
  // The observer also calls back immediately, which is the first jump.
  observer.observe(document.body);
  return stop;
}
