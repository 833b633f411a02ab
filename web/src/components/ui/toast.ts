import type { ToastMessage } from '#web/lib/toast-message.ts';

export type Toast = ToastMessage & { duration?: number | undefined };

type Show = (toast: Toast) => void;

const queue: Toast[] = [];
let showInViewport: Show | null = null;
let notifyFirst = () => {};

/** Shows a message in place of the one before. Errors and warnings stay 10 s, others 5 s, or `duration` ms. */
export function toast(message: Toast): void {
  if (showInViewport) {
    showInViewport(message);
    return;
  }
  queue.push(message);
  notifyFirst();
}

/** Calls back when a toast is queued and no viewport is attached. */
export function onFirstToast(callback: () => void): void {
  notifyFirst = callback;
  if (queue.length > 0) callback();
}

/** Shows the queued toasts and all that follow; returns a function that detaches the viewport. */
export function attachToastViewport(show: Show): () => void {
  showInViewport = show;
  for (const message of queue.splice(0)) show(message);
  return () => {
    showInViewport = null;
  };
}
