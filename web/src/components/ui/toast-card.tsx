import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ToastMessage, ToastTone } from '#web/lib/toast-message.ts';
import { cx } from './cx.ts';

const tones: Record<ToastTone, { icon: typeof Info; mark: string }> = {
  success: { icon: CircleCheck, mark: 'text-kelp' },
  error: { icon: CircleAlert, mark: 'text-rust' },
  info: { icon: Info, mark: 'text-sea' },
  warning: { icon: TriangleAlert, mark: 'text-amber' },
};

/** One toast: an icon, its title and text, at most one action, and a close button. */
export function ToastCard({
  title,
  text,
  tone = 'info',
  action,
  onClose,
}: ToastMessage & { onClose: () => void }) {
  const { icon: Icon, mark } = tones[tone];
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      className="flex w-full items-start gap-3 rounded-card border border-sand bg-surface py-3.5 pr-2 pl-4 shadow-float"
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-ink-muted">{text}</p>}
        {action && (
          <button
            type="button"
            onClick={() => {
              action.onClick();
              onClose();
            }}
            className="-ml-3 mt-1 min-h-11 rounded-full px-3 font-semibold text-sea transition-colors hover:bg-sea-tint"
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Close message"
        onClick={onClose}
        className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-full text-ink-muted transition-colors hover:bg-sand-soft hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
