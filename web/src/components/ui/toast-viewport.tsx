import { type CSSProperties, useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { attachToastViewport, type Toast } from './toast.ts';
import { ToastCard } from './toast-card.tsx';
import { chooseToastPlace, listObstacles } from './toast-place.ts';

const DURATION_MS = { success: 5000, info: 5000, warning: 10_000, error: 10_000 };

const widthStyle: CSSProperties & Record<'--width', string> = { '--width': 'min(420px, calc(100vw - 32px))' };

const GAP_PX = 8;
const EDGE_PX = 16;

function show({ duration, ...card }: Toast): void {
  sonner.dismiss();
  sonner.custom((id) => <ToastCard {...card} onClose={() => sonner.dismiss(id)} />, {
    duration: duration ?? DURATION_MS[card.tone ?? 'info'],
  });
}

/** Below the site's header, so that the menu stays usable. */
function computeTop(): number {
  const header = document.querySelector('header');
  return header ? Math.max(EDGE_PX, header.getBoundingClientRect().bottom + GAP_PX) : EDGE_PX;
}

/** Of most toasts, by which their place is chosen before they are rendered. */
const USUAL_HEIGHT_PX = 116;

const choosePlace = () =>
  chooseToastPlace(
    { width: innerWidth, height: innerHeight, headerBottom: computeTop() - GAP_PX },
    { width: Math.min(420, innerWidth - 2 * EDGE_PX), height: USUAL_HEIGHT_PX },
    listObstacles(),
  );

/** Shows one toast at a time, at most 420 px wide, where it covers least; F8 focuses it. */
export function ToastViewport() {
  const [position, setPosition] = useState(choosePlace);
  const isAtTop = position.startsWith('top');
  const [top, setTop] = useState(EDGE_PX);
  const isShowing = useSonner().toasts.length > 0;
  // Runs after the effects of Sonner and its hook, so that both are subscribed.
  useEffect(
    () =>
      attachToastViewport((toast) => {
        setTop(computeTop());
        setPosition(choosePlace());
        show(toast);
      }),
    [],
  );
  // A dialog must not be covered that opens meanwhile, or gets another content, or is scrolled.
  useEffect(() => {
    if (!isShowing) return;
    let frame = 0;
    const chooseAgain = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (document.querySelector('[role=dialog]') !== null) setPosition(choosePlace());
      });
    };
    const observer = new MutationObserver(chooseAgain);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('scroll', chooseAgain, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('scroll', chooseAgain, { capture: true });
    };
  }, [isShowing]);
  // The sandbox bar above the header scrolls away, and comes back with another page.
  useEffect(() => {
    if (!isAtTop || !isShowing) return;
    const follow = () => setTop(computeTop());
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [isAtTop, isShowing]);
  return (
    <Sonner
      position={position}
      visibleToasts={1}
      hotkey={['F8']}
      style={widthStyle}
      gap={12}
      offset={{ top, bottom: 24, left: 24, right: 24 }}
      mobileOffset={{ top, bottom: EDGE_PX, left: EDGE_PX, right: EDGE_PX }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
