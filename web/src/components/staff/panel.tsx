import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

type PanelProps = {
  title: string;
  intro?: ReactNode;
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A part of a staff page with its h2. */
export function Panel({ title, intro, tools, children, className }: PanelProps) {
  return (
    <section aria-label={title} className={cx('flex flex-col gap-4', className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <h2 className="text-xl">{title}</h2>
          {intro && <p className="mt-0.5 max-w-prose text-ink-muted">{intro}</p>}
        </div>
        {tools && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
      </header>
      {children}
    </section>
  );
}
