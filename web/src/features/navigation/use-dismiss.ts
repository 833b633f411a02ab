import { type RefObject, useEffect } from 'react';

/** While open: closes on Esc (and returns the focus to the trigger), on a press outside and when the focus leaves. */
export function useDismiss(
  open: boolean,
  box: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const leaves = (target: EventTarget | null) => target instanceof Node && !box.current?.contains(target);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      trigger.current?.focus();
    };
    const onLeave = (event: Event) => leaves(event.target) && close();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
    };
  }, [open, box, trigger, close]);
}
