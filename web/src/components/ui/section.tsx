import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type SectionProps = {
  /** The anchor; hash links stop 80 px above it. */
  id?: string | undefined;
  title?: ReactNode;
  intro?: ReactNode;
  /** The page shows the same: the heading is for screen readers. */
  isTitleHidden?: boolean | undefined;
  /** Gives the section a background of its own. */
  tinted?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
};

/** A section of a page with its h2. A tinted section has more padding, because its background needs its own. */
export function Section({
  id,
  title,
  intro,
  isTitleHidden = false,
  tinted = false,
  children,
  className,
}: SectionProps) {
  const headingId = id && title ? `${id}-title` : undefined;
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cx(tinted ? 'bg-sand-soft py-14 md:py-24' : 'py-9 md:py-15', className)}
    >
      <div className="mx-auto max-w-6xl px-5 md:px-8">
        {title && isTitleHidden && (
          <h2 id={headingId} className="sr-only">
            {title}
          </h2>
        )}
        {title && !isTitleHidden && (
          <header className="mb-8 max-w-2xl md:mb-12">
            <h2 id={headingId} className="text-3xl md:text-4xl">
              {title}
            </h2>
            {intro && <p className="mt-3 text-ink-muted text-lg">{intro}</p>}
          </header>
        )}
        {children}
      </div>
    </section>
  );
}
