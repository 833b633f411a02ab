import { type ComponentType, useEffect, useState } from 'react';
import { onFirstInteraction } from '#web/lib/first-interaction.ts';
import { onFirstToast } from './toast.ts';

const load = () => import('./toast-viewport.tsx').then((module) => module.ToastViewport);

/** Fetches the toast viewport on the first interaction or the first toast, so that no page waits for it. */
export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType | null>(null);
  useEffect(() => {
    const fetchViewport = () => {
      load().then(
        (viewport) => setViewport(() => viewport),
        (error: unknown) => console.warn('Messages could not be loaded', String(error)),
      );
    };
    onFirstToast(fetchViewport);
    return onFirstInteraction(fetchViewport);
  }, []);
  return Viewport && <Viewport />;
}
