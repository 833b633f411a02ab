import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Slot } from './slot.tsx';
import { Spinner } from './spinner.tsx';

const variants = {
  primary: 'bg-sea text-on-accent hover:bg-sea-dark active:bg-ink',
  accent: 'bg-coral-dark text-on-accent hover:bg-coral-darker active:bg-ink',
  secondary: 'border border-edge bg-surface text-ink hover:border-sea hover:bg-sea-tint active:bg-sand-soft',
  /** For the membership, on an ink background. */
  sun: 'bg-sun text-on-sun hover:bg-sun-light active:bg-sun',
  quiet: 'text-sea hover:bg-sea-tint hover:text-sea-dark active:bg-sand-soft',
  /** For deletions in a row of quiet buttons. */
  quietDanger: 'text-rust hover:bg-rust-tint active:bg-sand-soft',
  danger: 'border border-rust bg-surface text-rust hover:bg-rust hover:text-on-accent active:bg-rust',
};

const sizes = {
  sm: 'min-h-11 px-4 py-1.5 md:min-h-9',
  md: 'min-h-12 px-6 py-2 md:min-h-11',
  lg: 'min-h-13 px-8 py-2.5 text-[1.0625rem]',
};

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  /** A request is pending: shows a spinner, ignores clicks, and leaves the width and the focus. */
  busy?: boolean | undefined;
  /** Puts the classes on the one child (a Link) instead of rendering a button. */
  asChild?: boolean | undefined;
};

/** A pill button. Its text stays while busy, so that "Booking..." can be read. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  asChild = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const classes = cx(
    'relative inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold leading-tight transition-colors select-none',
    'disabled:cursor-not-allowed',
    !busy && 'disabled:border-transparent disabled:bg-sand disabled:text-ink-muted',
    busy && 'cursor-progress',
    variants[variant],
    sizes[size],
    className,
  );
  if (asChild) {
    return (
      <Slot className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled}
      aria-disabled={busy || undefined}
      // `disabled` would lose the focus. A form's Enter also arrives here, as a click.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={cx('relative inline-flex items-center gap-2', busy && 'translate-x-2.5')}>
        {busy && <Spinner className="-translate-y-1/2 absolute top-1/2 right-full mr-1.5 size-4" />}
        {children}
      </span>
    </button>
  );
}
