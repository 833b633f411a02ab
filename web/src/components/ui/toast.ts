import type { ToastMessage } from './toast-card.tsx';

export type Toast = ToastMessage & { duration?: number | undefined };

type Stage = (toast: Toast) => void;

const waiting: Toast[] = [];
let stage: Stage | null = null;
let onFirst = () => {};

/** Shows one message and puts away the one before it. Errors and warnings stay 10 s, the rest 5 s, unless `duration` (ms) says otherwise. */
export function toast(message: Toast): void {
  if (stage) {
    stage(message);
    return;
  }
  waiting.push(message);
  onFirst();
}

/** Asks to be called when a toast is wanted and there is no stage to show it on yet. */
export function onFirstToast(callback: () => void): void {
  onFirst = callback;
  if (waiting.length > 0) callback();
}

/** Shows what waits and everything that follows; answers how to step down. */
export function attachToastViewport(show: Stage): () => void {
  stage = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    stage = null;
  };
}
