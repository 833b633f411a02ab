import { type RefObject, useEffect, useRef } from 'react';

/** The button that was pressed goes when what the place `shows` changes; the heading that comes takes the focus over. */
export const useFocusKept = (place: RefObject<HTMLElement | null>, shows: string): void => {
  const pressed = useRef(false);
  useEffect(() => {
    const element = place.current;
    const press = () => {
      pressed.current = true;
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that asks for it
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    pressed.current = false;
    place.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [shows, place]);
};
