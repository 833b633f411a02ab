export type RouteParams = Readonly<Record<string, string>>;

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** What a route's path (`waitlist/:classId`; `*` is anything) makes of an address; null where it is not its own. */
export const matchPath = (pattern: string, pathname: string): RouteParams | null => {
  if (pattern === '*') return {};
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
};
