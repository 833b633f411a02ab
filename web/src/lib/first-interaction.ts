import { useEffect, useState } from 'react';

const eventTypes = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
] as const;

let hasInteracted = false;
const callbacks = new Set<() => void>();

/** Browsers also report a resting pointer when the page moves under it. */
const isFromPerson = (event: Event): boolean =>
  event.type !== 'pointermove' ||
  !(event instanceof PointerEvent) ||
  event.movementX !== 0 ||
  event.movementY !== 0;

const onEvent = (event: Event): void => {
  if (!isFromPerson(event)) return;
  hasInteracted = true;
  for (const type of eventTypes) window.removeEventListener(type, onEvent, true);
  for (const callback of callbacks) callback();
  callbacks.clear();
};

// Capturing, because a scroll event does not bubble.
if (typeof window !== 'undefined')
  for (const type of eventTypes) window.addEventListener(type, onEvent, { capture: true, passive: true });

/** Calls back on the person's first interaction, or immediately after it. Returns a function that cancels the call. */
export const onFirstInteraction = (callback: () => void): (() => void) => {
  if (hasInteracted) callback();
  else callbacks.add(callback);
  return () => callbacks.delete(callback);
};

/** Whether the person has interacted with the page, for what can be read after it has loaded. */
export const useHasInteracted = (): boolean => {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => onFirstInteraction(() => setTouched(true)), []);
  return isTouched;
};
