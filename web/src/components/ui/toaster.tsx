import { type ComponentType, useEffect, useState } from 'react';
import { onFirstInteraction } from '../../lib/first-interaction.ts';
import { onFirstToast } from './toast.ts';

const load = () => import('./toast-viewport.tsx').then((module) => module.ToastViewport);

/** Brings the toasts in with the first sign of a person or the first message, so that no page waits for them. */
export function Toaster() {
  const [Stage, setStage] = useState<ComponentType | null>(null);
  useEffect(() => {
    const bring = () => {
      load().then(
        (stage) => setStage(() => stage),
        (error: unknown) => console.warn('Messages could not be loaded', String(error)),
      );
    };
    onFirstToast(bring);
    return onFirstInteraction(bring);
  }, []);
  return Stage && <Stage />;
}
