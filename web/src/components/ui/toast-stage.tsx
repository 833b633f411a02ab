import { type CSSProperties, useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { type Toast, takeStage } from './toast.ts';
import { ToastCard } from './toast-card.tsx';

const DURATION_MS = { success: 5000, info: 5000, warning: 10_000, error: 10_000 };

const room: CSSProperties & Record<'--width', string> = { '--width': 'min(420px, calc(100vw - 32px))' };

function show({ duration, ...card }: Toast): void {
  sonner.dismiss();
  sonner.custom((id) => <ToastCard {...card} onClose={() => sonner.dismiss(id)} />, {
    duration: duration ?? DURATION_MS[card.tone ?? 'info'],
  });
}

/** Where toasts appear: one at a time, at most 420 px wide, F8 moves the focus to it. */
export function ToastStage() {
  // On phones the bottom belongs to the buttons of sheets.
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  // Runs after Sonner's own effects, when it is listening.
  useEffect(() => takeStage(show), []);
  return (
    <Sonner
      position={isWide ? 'bottom-right' : 'top-center'}
      visibleToasts={1}
      hotkey={['F8']}
      style={room}
      gap={12}
      offset={24}
      mobileOffset={16}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
