import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A list item that begins with its subject in bold. */
export const Point = ({ about, children }: { about: string; children: ReactNode }) => (
  <li>
    <strong className="font-semibold">{about}</strong> {children}
  </li>
);

/** A link to a page of this site inside a text. */
export const PageLink = ({ page, children }: { page: string; children: ReactNode }) => (
  <Link to={page} className="text-link">
    {children}
  </Link>
);

/** A link to another site. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="text-link" target="_blank" rel="noreferrer">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

interface LegalTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
}

/** A small table; on phones the cells of a row are stacked. */
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
