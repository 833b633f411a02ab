import type { ReactNode } from 'react';

type PanelProps = {
  title: string;
  intro?: ReactNode;
  /** Controls beside the title. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A titled section of a staff page. */
export function Panel({ title, intro, tools, children }: PanelProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 md:gap-4">
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
