import { z } from 'zod';

/** Vite's manifest of the built files, by source file. */
const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional() }),
);
type Manifest = z.infer<typeof manifest>;

/** A page, and what it loads after its first paint. */
const pageSources = new Map<string, readonly [first: string, later?: string]>([
  ['/', ['src/features/home/home-page.tsx', 'src/features/home/home-sections.tsx']],
  [
    '/book-classes',
    ['src/features/booking/book-classes-page.tsx', 'src/features/booking/book-classes-sections.tsx'],
  ],
]);

/** The chunk and all that it imports. */
function collect(chunks: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[source];
  if (chunk === undefined || found.has(source)) return found;
  found.add(source);
  for (const imported of chunk.imports ?? []) collect(chunks, imported, found);
  return found;
}

/**
 * Returns a function that renders preload elements. With them a browser fetches the scripts of a page together with the site's
 * own, instead of after them. Those of its first paint come first.
 */
export function createPagePreloads(manifestText: string): (path: string) => string {
  const chunks = manifest.parse(JSON.parse(manifestText));
  const site = collect(chunks, 'index.html');
  const renderLink = (source: string, attributes = '') =>
    `<link rel="modulepreload" crossorigin${attributes} href="/${chunks[source]?.file}" />`;
  const render = (page: string, rest = '') => {
    const first = collect(chunks, page);
    const second = [...collect(chunks, rest)].filter((each) => !first.has(each));
    return [
      ...[...first].filter((each) => !site.has(each)).map((each) => renderLink(each)),
      ...second.filter((each) => !site.has(each)).map((each) => renderLink(each, ' fetchpriority="low"')),
    ].join('');
  };
  const rendered = new Map<string, string>(
    [...pageSources].map(([path, [page, rest]]) => [path, render(page, rest)]),
  );
  return (path) => rendered.get(path) ?? '';
}
