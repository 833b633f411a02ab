import type { AdminMember } from '#services/contract/admin-members.ts';
import { createSearch, type SearchKeys, toSearchKeys } from '#services/contract/search.ts';

const maxResults = 6;

/** Computed once a member: the list is searched again with every letter. */
const keys = new WeakMap<AdminMember, readonly SearchKeys[]>();

const readKeys = (member: AdminMember): readonly SearchKeys[] => {
  const known = keys.get(member) ?? [member.name, member.email, member.phone].map(toSearchKeys);
  keys.set(member, known);
  return known;
};

/** The first members whose name, email or phone matches the search, those with a pass first; none for one letter. */
export const findMembers = (
  members: readonly AdminMember[],
  search: string,
  excludedIds: ReadonlySet<string>,
): AdminMember[] => {
  const matches = search.trim().length < 2 ? null : createSearch(search);
  if (matches === null) return [];
  return members
    .filter((member) => !excludedIds.has(member.id) && matches(readKeys(member)))
    .toSorted((a, b) => Number(b.passes > 0) - Number(a.passes > 0) || a.name.localeCompare(b.name, 'en-GB'))
    .slice(0, maxResults);
};
