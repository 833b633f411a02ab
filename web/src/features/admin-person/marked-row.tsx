import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '#web/components/ui/cx.ts';
import type { PersonMark } from '#web/lib/person-path.ts';
import { useMark } from './use-person.ts';

type MarkedRowProps = { mark: PersonMark; className?: string | undefined; children: ReactNode };

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
