import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { formatNumericDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';

interface LegalSection {
  /** The anchor. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalPageProps {
  readonly title: string;
  /** The document in two or three sentences. */
  readonly summary: ReactNode;
  readonly sections: readonly LegalSection[];
}

const Contents = ({ sections }: { sections: readonly LegalSection[] }) => {
  const { search } = useLocation();
  return (
    <nav aria-labelledby="contents" className="lg:sticky lg:top-28 lg:self-start">
      <h2 id="contents" className="mb-2 font-sans font-semibold text-base tracking-normal">
        On this page
      </h2>
      <ol className="border-sand border-l">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ search, hash: id }}
              className="-ml-px flex min-h-11 items-center border-transparent border-l-2 py-1 pl-4 text-ink-muted leading-snug transition-colors hover:border-coral hover:text-ink lg:min-h-9"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** A legal document: its summary, a table of contents and its sections. */
export const LegalPage = ({ title, summary, sections }: LegalPageProps) => {
  useDocumentTitle(title);
  const now = useStudioNow();
  return (
    <div className="mx-auto max-w-6xl px-5 pt-10 pb-16 md:px-8 md:pt-16 md:pb-24">
      <header className="max-w-2xl">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="tabular mt-3 text-ink-muted">Last updated: {formatNumericDate(now)}</p>
        <p className="mt-6 font-display text-xl leading-snug">{summary}</p>
      </header>
      <div className="mt-10 grid gap-10 md:mt-14 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-20">
        <Contents sections={sections} />
        <div className="flex flex-col gap-10 md:gap-14">
          {sections.map(({ id, title: heading, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="mb-4 text-2xl">
                {heading}
              </h2>
              <div className="flex flex-col gap-4">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
};
