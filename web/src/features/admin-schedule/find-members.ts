import type { AdminMember } from '#services/contract/admin-members.ts';

const maxResults = 6;

/** The first members whose name, email or phone contains the search, those with a pass first; none for one letter. */
export const findMembers = (
  members: readonly AdminMember[],
  search: string,
  excludedIds: ReadonlySet<string>,
): AdminMember[] => {
  const text = search.trim().toLowerCase();
  if (text.length < 2) return [];
  return members
    .filter(
      ({ id, name, email, phone }) =>
        !excludedIds.has(id) && [name, email, phone].some((value) => value.toLowerCase().includes(text)),
    )
    .toSorted((a, b) => Number(b.passes > 0) - Number(a.passes > 0) || a.name.localeCompare(b.name, 'en-GB'))
    .slice(0, maxResults);
};
