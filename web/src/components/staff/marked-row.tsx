import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../ui/cx.ts';
import { useMark } from './use-mark.ts';

type MarkedRowProps = { mark: string; className?: string | undefined; children: ReactNode };

/** A list entry that a link can lead to: it is scrolled to, highlighted and focused then. */
export function MarkedRow({ mark, className, children }: MarkedRowProps) {
  const isMarked = useMark() === mark;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isMarked]);
  return (
    <li
      ref={row}
      id={mark}
      tabIndex={isMarked ? -1 : undefined}
      aria-current={isMarked ? 'true' : undefined}
      className={cx(isMarked && '-mx-3 rounded-sm bg-sun-tint px-3', className)}
    >
      {children}
    </li>
  );
}
