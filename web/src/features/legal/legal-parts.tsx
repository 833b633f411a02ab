import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useStudio } from '../../lib/config.ts';

/** A list inside a legal text. */
export const Points = ({ children }: { children: ReactNode }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-coral">{children}</ul>
);

/** One point that begins with what it is about. */
export const Point = ({ about, children }: { about: string; children: ReactNode }) => (
  <li>
    <strong className="font-semibold">{about}</strong> {children}
  </li>
);

/** A link to a page of ours inside running text. */
export const To = ({ page, children }: { page: string; children: ReactNode }) => (
  <Link to={page} className="text-link">
    {children}
  </Link>
);

/** A link out of the site. */
export const Elsewhere = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="text-link" target="_blank" rel="noreferrer">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

/** The studio's email address as a link; 'the studio' while it is not known. */
export const StudioEmail = () => {
  const { email } = useStudio();
  return email ? (
    <a href={`mailto:${email}`} className="text-link">
      {email}
    </a>
  ) : (
    'the studio'
  );
};

interface LegalTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[];
}

/** A small table; on phones each row becomes a block with its cells under one another. */
export const LegalTable = ({ caption, head, rows }: LegalTableProps) => (
  <table className="w-full border-sand border-t text-left max-sm:block">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-sm:sr-only">
      <tr className="border-sand border-b">
        {head.map((name) => (
          <th key={name} scope="col" className="py-2.5 pr-5 align-bottom font-semibold last:pr-0">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {rows.map(([name, ...cells]) => (
        <tr key={name} className="border-sand border-b max-sm:block max-sm:py-3">
          <th scope="row" className="py-2.5 pr-5 align-top font-semibold max-sm:block max-sm:p-0">
            {name}
          </th>
          {cells.map((cell, index) => (
            <td
              key={head[index + 1]}
              className="tabular py-2.5 pr-5 align-top last:pr-0 max-sm:block max-sm:p-0 max-sm:text-ink-muted"
            >
              <span className="sm:hidden">{head[index + 1]}: </span>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
