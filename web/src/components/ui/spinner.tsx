import { cx } from './cx.ts';

type SpinnerProps = {
  /** Visible and announced; leave it out where the text beside it gives the same. */
  label?: string | undefined;
  className?: string | undefined;
};

/** A spinning arc in the colour of the surrounding text. */
export function Spinner({ label, className }: SpinnerProps) {
  const arc = (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('animate-spin', className ?? 'size-5')}
    >
      <circle cx="10" cy="10" r="7.5" opacity="0.25" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
    </svg>
  );
  if (label === undefined) return arc;
  return (
    <span role="status" className="inline-flex items-center gap-3 text-ink-muted">
      {arc}
      <span>{label}</span>
    </span>
  );
}
