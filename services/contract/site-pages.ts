/** A page of the site, as its tab, search engines and previews of links know it. */
interface SitePage {
  /** `:name` stands for any one segment. */
  readonly path: string;
  /** Stands before the studio's name; null: the name is enough. */
  readonly title: string | null;
  /** Whether it is of use to someone who comes from a search. A member's own pages are not. */
  readonly isListed: boolean;
}

const listed = (path: string, title: string | null): SitePage => ({ path, title, isListed: true });
const personal = (path: string, title: string): SitePage => ({ path, title, isListed: false });

/** Every address that leads to a page; a test compares them with the routes of the web. */
export const sitePages: readonly SitePage[] = [
  listed('/', null),
  listed('/book-classes', 'Book Your Classes'),
  listed('/membership', 'Membership'),
  listed('/class-levels', 'Class Levels'),
  listed('/meet-the-team', 'Meet the Team'),
  listed('/privacy-policy', 'Privacy Policy'),
  listed('/cookie-policy', 'Cookie Policy'),
  listed('/terms-of-service', 'Terms of Service'),
  personal('/my-classes', 'My Classes'),
  personal('/my-passes', 'My Passes'),
  personal('/my-membership', 'My Membership'),
  personal('/account', 'My Account'),
  personal('/waitlist/:classId', 'Waitlist'),
  personal('/reset-password', 'Reset Your Password'),
  personal('/confirm-email', 'Confirm Your Email'),
  personal('/unsubscribe', 'Newsletter'),
  personal('/payment-success', 'Payment'),
  personal('/membership-success', 'Membership Payment'),
  personal('/membership-cancelled', 'Membership Payment Cancelled'),
  // The staff's own, which has its doors inside.
  personal('/admin', 'Admin'),
  personal('/classes', 'Instructors'),
  personal('/audit', 'Auditor’s Desk'),
  personal('/staff/join', 'Join the Team'),
];

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const leadsTo = (pattern: string, path: string): boolean => {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((each, index) => (each.startsWith(':') ? given[index] !== '' : each === given[index]))
  );
};

/** The page at a path, which may end in a slash; undefined where there is none. */
export const sitePageAt = (path: string): SitePage | undefined =>
  sitePages.find((page) => leadsTo(page.path, path));

/** 'My Classes · Tideline', or the studio's own when the page has no title. */
export const pageTitle = (title: string | null | undefined, studioName: string): string =>
  title ? `${title} · ${studioName}` : `${studioName} · Reformer Pilates`;
