import { type CSSProperties, useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { attachToastViewport, type Toast } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

const DURATION_MS = { success: 5000, info: 5000, warning: 10_000, error: 10_000 };

const room: CSSProperties & Record<'--width', string> = { '--width': 'min(420px, calc(100vw - 32px))' };

const GAP_PX = 8;
const EDGE_PX = 16;

function show({ duration, ...card }: Toast): void {
  sonner.dismiss();
  sonner.custom((id) => <ToastCard {...card} onClose={() => sonner.dismiss(id)} />, {
    duration: duration ?? DURATION_MS[card.tone ?? 'info'],
  });
}

/** Under the site's header, whose menu stays within reach. */
function clearTop(): number {
  const header = document.querySelector('header');
  return header ? Math.max(EDGE_PX, header.getBoundingClientRect().bottom + GAP_PX) : EDGE_PX;
}

/** Where toasts appear: one at a time, at most 420 px wide, F8 moves the focus to it. */
export function ToastViewport() {
  // On phones the bottom belongs to the buttons of sheets.
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const [top, setTop] = useState(EDGE_PX);
  const isShowing = useSonner().toasts.length > 0;
  // Runs after Sonner's own effects and those of its hook, when both are listening.
  useEffect(
    () =>
      attachToastViewport((toast) => {
        setTop(clearTop());
        show(toast);
      }),
    [],
  );
  // What stands above the header may scroll away and, with another page, come back.
  useEffect(() => {
    if (isWide || !isShowing) return;
    const follow = () => setTop(clearTop());
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [isWide, isShowing]);
  return (
    <Sonner
      position={isWide ? 'bottom-right' : 'top-center'}
      visibleToasts={1}
      hotkey={['F8']}
      style={room}
      gap={12}
      offset={isWide ? 24 : { top }}
      mobileOffset={{ top, left: EDGE_PX, right: EDGE_PX }}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
