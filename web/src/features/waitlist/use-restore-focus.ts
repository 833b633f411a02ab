import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first h2 in `container` when a change of `content` removed the button that was pressed. */
export const useRestoreFocus = (container: RefObject<HTMLElement | null>, content: string): void => {
  const wasPressed = useRef(false);
  useEffect(() => {
    const element = container.current;
    const onPress = () => {
      wasPressed.current = true;
    };
    element?.addEventListener('click', onPress);
    return () => element?.removeEventListener('click', onPress);
  }, [container]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of `content`
  useEffect(() => {
    if (!wasPressed.current || document.activeElement !== document.body) return;
    wasPressed.current = false;
    container.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [content, container]);
};
