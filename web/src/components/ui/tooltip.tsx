import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Slot } from './slot.tsx';

type TooltipProps = {
  content: string;
  /** One focusable element. */
  children: ReactElement;
};

const GAP_PX = 8;

function place(tip: HTMLElement, trigger: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const centred = trigger.left + trigger.width / 2 - width / 2;
  const left = Math.min(Math.max(centred, GAP_PX), window.innerWidth - width - GAP_PX);
  const above = trigger.top - height - GAP_PX;
  tip.style.left = `${left}px`;
  tip.style.top = `${above < GAP_PX ? trigger.bottom + GAP_PX : above}px`;
}

/** A short explanation on hover, focus or tap; Esc hides it. It is in the top layer, so that no card clips it. */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<Element | null>(null);

  useEffect(() => {
    const element = tip.current;
    if (!anchor || !element) return;
    element.showPopover();
    place(element, anchor.getBoundingClientRect());
    const hide = () => setAnchor(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', hide, { capture: true });
      if (element.isConnected) element.hidePopover();
    };
  }, [anchor]);

  const show = (event: { currentTarget: Element }) => setAnchor(event.currentTarget);
  const hide = () => setAnchor(null);
  return (
    <>
      <Slot
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </Slot>
      <div
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none m-0 w-max max-w-64 animate-fade-in rounded-sm border-0 bg-deep px-3 py-2 text-sm text-white"
      >
        {content}
      </div>
    </>
  );
}
