import { type CSSProperties, useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { attachToastViewport, type Toast } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

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

/** Shows one toast at a time, at most 420 px wide; F8 focuses it. */
export function ToastViewport() {
  // On phones the bottom edge has the buttons of bottom sheets.
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const [top, setTop] = useState(EDGE_PX);
  const isShowing = useSonner().toasts.length > 0;
  // Runs after the effects of Sonner and its hook, so that both are subscribed.
  useEffect(
    () =>
      attachToastViewport((toast) => {
        setTop(computeTop());
        show(toast);
      }),
    [],
  );
  // The sandbox bar above the header scrolls away, and comes back with another page.
  useEffect(() => {
    if (isWide || !isShowing) return;
    const follow = () => setTop(computeTop());
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [isWide, isShowing]);
  return (
    <Sonner
      position={isWide ? 'bottom-right' : 'top-center'}
      visibleToasts={1}
      hotkey={['F8']}
      style={widthStyle}
      gap={12}
      offset={isWide ? 24 : { top }}
      mobileOffset={{ top, left: EDGE_PX, right: EDGE_PX }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
