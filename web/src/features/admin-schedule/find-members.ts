import type { AdminMember } from '../../../../services/contract/admin-members.ts';

const shownAtOnce = 6;

/** The first members whose name, email or phone holds what was typed, those with a pass first; nobody before two letters. */
export const findMembers = (
  members: readonly AdminMember[],
  typed: string,
  except: ReadonlySet<string>,
): AdminMember[] => {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return members
    .filter(
      ({ id, name, email, phone }) =>
        !except.has(id) && [name, email, phone].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => Number(b.passes > 0) - Number(a.passes > 0) || a.name.localeCompare(b.name, 'en-GB'))
    .slice(0, shownAtOnce);
};
