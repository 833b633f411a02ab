/** A page of the site: its path, its title and whether it is listed. */
interface SitePage {
  /** `:name` matches any one segment. */
  readonly path: string;
  /** Shown before the studio's name; null for the name alone. */
  readonly title: string | null;
  /** Whether search engines may list it; a member's own pages are not listed. */
  readonly isListed: boolean;
}

const listed = (path: string, title: string | null): SitePage => ({ path, title, isListed: true });
const personal = (path: string, title: string): SitePage => ({ path, title, isListed: false });

/** Every path with a page; a test compares them with the routes of the web. */
export const sitePages: readonly SitePage[] = [
  listed('/', null),
  listed('/book-classes', 'Book Your Classes'),
  listed('/membership', 'Membership'),
  listed('/class-levels', 'Class Levels'),
  listed('/meet-the-team', 'Meet the Team'),
  listed('/privacy-policy', 'Privacy Policy'),
  listed('/cookie-policy', 'Cookie Policy'),
  listed('/terms-of-service', 'Terms of Service'),
  listed('/complaints', 'Complain About Your Data'),
  personal('/my-classes', 'My Classes'),
  personal('/my-passes', 'My Passes'),
  personal('/my-membership', 'My Membership'),
  personal('/account', 'My Account'),
  personal('/waitlist/:classId', 'Waitlist'),
  personal('/reset-password', 'Reset Your Password'),
  personal('/sign-in', 'Sign In'),
  personal('/confirm-email', 'Confirm Your Email'),
  personal('/cancel-email-change', 'Keep Your Email'),
  personal('/verify-email', 'Your Email'),
  personal('/unsubscribe', 'Newsletter'),
  personal('/payment-success', 'Payment'),
  personal('/membership-success', 'Membership Payment'),
  personal('/membership-cancelled', 'Membership Payment Cancelled'),
  // Pages of the staff, who sign in on the page itself.
  personal('/admin', 'Admin'),
  personal('/admin/members/:id', 'Member'),
  personal('/admin/today', 'Today'),
  personal('/admin/pay', 'Pay'),
  personal('/admin/complaints', 'Complaints'),
  personal('/admin/disputes/:id', 'Dispute'),
  personal('/admin/import', 'Import'),
  personal('/classes', 'Instructors'),
  personal('/classes/pay', 'My Pay'),
  personal('/audit', 'Auditor’s Desk'),
  personal('/staff/join', 'Join the Team'),
  personal('/staff/account', 'Your Account'),
  personal('/staff/reset-password', 'Choose a New Password'),
];

const splitSegments = (path: string): string[] => path.replace(/\/$/, '').split('/');

const matchesPath = (pattern: string, path: string): boolean => {
  const expected = splitSegments(pattern);
  const actual = splitSegments(path);
  return (
    expected.length === actual.length &&
    expected.every((each, index) => (each.startsWith(':') ? actual[index] !== '' : each === actual[index]))
  );
};

/** The page at a path, which may end with a slash. */
export const findSitePage = (path: string): SitePage | undefined =>
  sitePages.find((page) => matchesPath(page.path, path));

/** `My Classes · Tideline`, or the studio's own title for a page without one. */
export const formatPageTitle = (title: string | null | undefined, studioName: string): string =>
  title ? `${title} · ${studioName}` : `${studioName} · Reformer Pilates`;
