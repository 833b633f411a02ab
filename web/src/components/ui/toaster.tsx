import { type ComponentType, useEffect, useState } from 'react';
import { whenTouched } from '../../lib/first-touch.ts';
import { whenToastWanted } from './toast.ts';

const load = () => import('./toast-stage.tsx').then((module) => module.ToastStage);

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
    whenToastWanted(bring);
    return whenTouched(bring);
  }, []);
  return Stage && <Stage />;
}
