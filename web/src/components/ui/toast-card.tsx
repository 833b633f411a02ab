import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ToastMessage, ToastTone } from '#web/lib/toast-message.ts';
import { cx } from './cx.ts';

interface ToneStyle {
  readonly icon: typeof Info;
  readonly mark: string;
  readonly card: string;
  readonly muted: string;
  readonly action: string;
  readonly close: string;
}

const onSurface = {
  card: 'border-sand bg-surface',
  muted: 'text-ink-muted',
  action: 'text-sea hover:bg-sea-tint',
  close: 'hover:bg-sand-soft hover:text-ink',
};

const tones: Record<ToastTone, ToneStyle> = {
  success: { icon: CircleCheck, mark: 'text-kelp', ...onSurface },
  /** The spec's red style. */
  error: {
    icon: CircleAlert,
    mark: 'text-on-accent',
    card: 'border-rust bg-rust text-on-accent',
    muted: 'text-on-accent',
    action: 'text-on-accent underline hover:bg-on-accent/15 focus-visible:outline-on-accent',
    close: 'hover:bg-on-accent/15 focus-visible:outline-on-accent',
  },
  info: { icon: Info, mark: 'text-sea', ...onSurface },
  warning: { icon: TriangleAlert, mark: 'text-amber', ...onSurface },
};

/** One toast: an icon, its title and text, at most one action, and a close button. */
export function ToastCard({
  title,
  text,
  tone = 'info',
  action,
  onClose,
}: ToastMessage & { onClose: () => void }) {
  const { icon: Icon, mark, card, muted, action: actionStyle, close } = tones[tone];
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      data-tone={tone}
      className={cx('flex w-full items-start gap-3 rounded-card border py-3.5 pr-2 pl-4 shadow-float', card)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        {text && <p className={muted}>{text}</p>}
        {action && (
          <button
            type="button"
            onClick={() => {
              action.onClick();
              onClose();
            }}
            className={cx(
              '-ml-3 mt-1 min-h-11 rounded-full px-3 font-semibold transition-colors',
              actionStyle,
            )}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Close message"
        onClick={onClose}
        className={cx(
          '-my-1.5 grid size-11 shrink-0 place-items-center rounded-full transition-colors',
          muted,
          close,
        )}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
