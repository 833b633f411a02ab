/** Each tone has an icon of its own, so that colour never stands alone. */
export type ToastTone = 'success' | 'error' | 'info' | 'warning';

export type ToastMessage = {
  title: string;
  text?: string | undefined;
  tone?: ToastTone | undefined;
  action?: { label: string; onClick: () => void } | undefined;
};

export const error = (title: string, text: string): ToastMessage => ({ title, text, tone: 'error' });
export const success = (title: string, text?: string): ToastMessage => ({ title, text, tone: 'success' });
