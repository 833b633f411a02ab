import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useDocumentTitle } from './use-document-title.ts';

const widths = { narrow: 'max-w-2xl', medium: 'max-w-4xl', wide: 'max-w-6xl' };

type PageProps = {
  title: string;
  subtitle?: ReactNode;
  /** Right of the title on desktops, under it on phones. */
  aside?: ReactNode;
  children?: ReactNode;
  width?: keyof typeof widths | undefined;
};

/** A page with its h1, the document title and the content in one column. */
export function Page({ title, subtitle, aside, children, width = 'medium' }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={cx('mx-auto px-5 pt-10 pb-16 md:px-8 md:pt-16 md:pb-24', widths[width])}>
      <header className="mb-8 flex flex-col gap-5 md:mb-10 md:flex-row md:items-end md:justify-between">
        <div className="max-w-2xl">
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          {subtitle && <p className="mt-3 text-ink-muted text-lg md:mt-4">{subtitle}</p>}
        </div>
        {aside && <div className="shrink-0">{aside}</div>}
      </header>
      {children}
    </div>
  );
}
