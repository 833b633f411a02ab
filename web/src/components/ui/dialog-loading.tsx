import { Spinner } from './spinner.tsx';

/** Answers a press while the script of its dialog is fetched. It fades in, so that a fast connection shows none of it. */
export const DialogLoading = () => (
  <div className="fixed inset-0 z-50 grid animate-fade-in place-items-center bg-veil">
    <div className="rounded-card bg-surface px-6 py-5">
      <Spinner label="One moment..." />
    </div>
  </div>
);
