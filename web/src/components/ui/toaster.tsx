import { type ComponentType, useEffect, useState } from 'react';
import { whenToastWanted } from './toast.ts';

const load = () => import('./toast-stage.tsx').then((module) => module.ToastStage);

/** Brings the toasts in when the page has come to rest, or with the first one, so that no page waits for them. */
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
    const timer = setTimeout(bring, 3000);
    return () => clearTimeout(timer);
  }, []);
  return Stage && <Stage />;
}
