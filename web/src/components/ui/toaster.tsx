import { type ComponentType, useEffect, useState } from 'react';
import { onFirstInteraction } from '#web/lib/first-interaction.ts';
import { PlainToastViewport } from './plain-toast-viewport.tsx';
import { onFirstToast } from './toast.ts';

const load = () => import('./toast-viewport.tsx').then((module) => module.ToastViewport);

/**
 * Fetches the toast viewport on the first interaction or the first toast, so that no page waits for it. If it cannot be fetched, messages
 * are shown plainly.
 */
export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType | null>(null);
  useEffect(() => {
    const fetchViewport = () => {
      load().then(
        (viewport) => setViewport(() => viewport),
        (error: unknown) => {
          console.warn('Messages could not be loaded', String(error));
          setViewport(() => PlainToastViewport);
        },
      );
    };
    onFirstToast(fetchViewport);
    return onFirstInteraction(() => {
      if (navigator.onLine) fetchViewport();
    });
  }, []);
  return Viewport && <Viewport />;
}
