import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/numbers.ts';

type PersonSectionProps = {
  id: string;
  title: string;
  /** How many there are; left out where the number is of no use. */
  count?: number | undefined;
  intro?: ReactNode;
  children: ReactNode;
};

/** A section of the page of a member, which the contents list leads to. */
export const PersonSection = ({ id, title, count, intro, children }: PersonSectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="flex scroll-mt-6 flex-col gap-4 border-sand not-first:border-t not-first:pt-8"
  >
    <header>
      <h2 id={`${id}-title`} tabIndex={-1} className="text-xl">
        {title}
        {count !== undefined && count > 0 && (
          <span className="tabular ml-2.5 font-sans text-base text-ink-muted">{formatNumber(count)}</span>
        )}
      </h2>
      {intro && <p className="mt-0.5 max-w-prose text-ink-muted">{intro}</p>}
    </header>
    {children}
  </section>
);

/** The text of a section without entries. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="text-ink-muted">{children}</p>
);

/** States that older entries are left out. */
export const OlderLeftOut = ({ total, shown }: { total: number; shown: number }) =>
  total > shown ? (
    <p className="text-ink-muted text-sm">
      The newest {formatNumber(shown)} of {formatNumber(total)}.
    </p>
  ) : null;
