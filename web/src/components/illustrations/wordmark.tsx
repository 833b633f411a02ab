import { cx } from '../ui/cx.ts';
import { BrandSign } from './brand-sign.tsx';

/** The brand's sign and the studio's name; in a narrow container the sign alone. */
export function Wordmark({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2.5', className)}>
      <BrandSign className="w-10 shrink-0 text-sea" />
      <span className="truncate font-display text-[1.5rem] leading-tight tracking-[-0.02em] @max-[8.5rem]:sr-only">
        {name}
      </span>
    </span>
  );
}
