const ways = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;

let isTouched = false;
const waiting = new Set<() => void>();

/** Browsers also report a pointer that rests while the page moves under it. */
const isReal = (event: Event): boolean =>
  event.type !== 'pointermove' ||
  !(event instanceof PointerEvent) ||
  event.movementX !== 0 ||
  event.movementY !== 0;

const touch = (event: Event): void => {
  if (!isReal(event)) return;
  isTouched = true;
  for (const way of ways) window.removeEventListener(way, touch, true);
  for (const callback of waiting) callback();
  waiting.clear();
};

// From the start, so that no sign is missed; capturing, because a scroll does not bubble.
if (typeof window !== 'undefined')
  for (const way of ways) window.addEventListener(way, touch, { capture: true, passive: true });

/** Calls back with the first such sign of a person, or at once after it. Answers how to call that off. */
export const onFirstInteraction = (callback: () => void): (() => void) => {
  if (isTouched) callback();
  else waiting.add(callback);
  return () => waiting.delete(callback);
};
