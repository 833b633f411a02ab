import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#web/components/ui/cx.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useDismiss } from './use-dismiss.ts';

interface DropdownProps {
  /** The name of the landmark. */
  readonly label: string;
  readonly className?: string;
  readonly triggerClassName: string;
  readonly trigger: (isOpen: boolean) => ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the header with links under it. */
export function Dropdown({ label, className, triggerClassName, trigger, children }: DropdownProps) {
  const { user, status } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismiss(isOpen, container, button, close);

  // Signing in or out closes it; the first answer about who is signed in does not, since it can come after the press.
  const owner = useRef<string | null>(undefined);
  const memberId = user?.id ?? null;
  useEffect(() => {
    if (status === 'loading') return;
    if (owner.current !== undefined && owner.current !== memberId) close();
    owner.current = memberId;
  }, [status, memberId, close]);

  return (
    <nav ref={container} aria-label={label} className={cx('md:relative', className)}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={cx('flex min-h-11 items-center transition-colors', triggerClassName)}
      >
        {trigger(isOpen)}
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute inset-x-4 top-full mt-2 animate-dialog-in rounded-card border border-sand bg-surface p-2 shadow-float md:inset-x-auto md:right-0 md:w-64"
        >
          {children(close)}
        </div>
      )}
    </nav>
  );
}
