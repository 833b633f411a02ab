export type Entry = { readonly label: string; readonly to: string };

/** The menu's entries for everyone. */
export const siteEntries: readonly Entry[] = [
  { label: 'Class Levels', to: '/class-levels' },
  { label: 'Pricing', to: '/#pricing' },
  { label: 'Book Classes', to: '/#class-info' },
  { label: 'Meet the Team', to: '/meet-the-team' },
];

/** The menu's additional entries for members. */
export const memberEntries: readonly Entry[] = [
  { label: 'My Classes', to: '/my-classes' },
  { label: 'My Passes', to: '/my-passes' },
  { label: 'My Membership', to: '/my-membership' },
];

/** The entries of the account menu. */
export const accountEntries: readonly Entry[] = [{ label: 'My Account', to: '/account' }];

/** The links of the header on wide screens, which the menu has as well. */
export const headerEntries: readonly Entry[] = [
  { label: 'Timetable', to: '/#book-classes' },
  { label: 'Pricing', to: '/#pricing' },
  { label: 'Team', to: '/meet-the-team' },
];
