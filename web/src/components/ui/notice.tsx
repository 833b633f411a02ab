import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  info: { icon: Info, word: 'Note', classes: 'border-sea/25 bg-sea-tint', mark: 'text-sea' },
  success: { icon: CircleCheck, word: 'Done', classes: 'border-kelp/25 bg-kelp-tint', mark: 'text-kelp' },
  warning: {
    icon: TriangleAlert,
    word: 'Please note',
    classes: 'border-amber/25 bg-amber-tint',
    mark: 'text-amber',
  },
  error: { icon: CircleAlert, word: 'Problem', classes: 'border-rust/25 bg-rust-tint', mark: 'text-rust' },
};

type NoticeProps = {
  tone?: keyof typeof tones | undefined;
  title?: string | undefined;
  children?: ReactNode;
  className?: string | undefined;
};

/** A message that stays on the page. Screen readers announce errors immediately; a hidden word stands in for a title. */
export function Notice({ tone = 'info', title, children, className }: NoticeProps) {
  const { icon: Icon, word, classes, mark } = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-card border px-4 py-3.5', classes, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0">
        {title ? <p className="font-semibold">{title}</p> : <span className="sr-only">{word}: </span>}
        {children}
      </div>
    </div>
  );
}
