import type { AdminMember } from '#services/contract/admin-members.ts';
import { createSearch, toSearchKeys } from '#services/contract/search.ts';

const maxResults = 6;

/** The first members whose name, email or phone matches the search, those with a pass first; none for one letter. */
export const findMembers = (
  members: readonly AdminMember[],
  search: string,
  excludedIds: ReadonlySet<string>,
): AdminMember[] => {
  const matches = search.trim().length < 2 ? null : createSearch(search);
  if (matches === null) return [];
  return members
    .filter(
      ({ id, name, email, phone }) => !excludedIds.has(id) && matches([name, email, phone].map(toSearchKeys)),
    )
    .toSorted((a, b) => Number(b.passes > 0) - Number(a.passes > 0) || a.name.localeCompare(b.name, 'en-GB'))
    .slice(0, maxResults);
};
