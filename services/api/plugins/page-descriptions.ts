import type { RuleValues } from '#domain/rules/rules.ts';
import { formatHours } from '#domain/rules/wording.ts';

interface StudioWords {
  readonly name: string;
  readonly town: string;
}

/** The rules are undefined while they are unknown. */
type Description = (studio: StudioWords, rules: RuleValues | undefined) => string;

/** ' Free to cancel up to 24 hours before.' */
function describeFreeCancellation(rules: RuleValues | undefined): string {
  if (rules === undefined) return '';
  const hours = Number(rules.free_cancellation_hours);
  return ` Free to cancel ${hours === 0 ? 'until the class starts' : `up to ${formatHours(hours)} before`}.`;
}

const hasPriority = (rules: RuleValues | undefined): boolean => rules?.priority_booking_hours !== '0';

const descriptions: Readonly<Record<string, Description>> = {
  '/': ({ name, town }) =>
    `Reformer Pilates in ${town}, in classes of seven at most. See the timetable of ${name}, buy a pass and book your place.`,
  '/book-classes': ({ town }, rules) =>
    `The reformer Pilates timetable in ${town}: choose a day, see the seats that are left and book with a pass.${describeFreeCancellation(rules)}`,
  '/membership': ({ name }, rules) =>
    `The memberships of ${name}: classes every month for one price, ${hasPriority(rules) ? 'first choice of the timetable, ' : ''}and you can cancel anytime.`,
  '/class-levels': ({ name }) =>
    `Beginner or Reformer For All: what the two main levels of ${name} cover, and which one to start with.`,
  '/meet-the-team': ({ name, town }) => `The five people who teach reformer Pilates at ${name} in ${town}.`,
  '/privacy-policy': ({ name }) =>
    `What ${name} knows about you, why, who else sees it, how long it is kept, and how to have it erased.`,
  '/cookie-policy': ({ name }) =>
    `What ${name} stores in your browser, and that none of it follows you around.`,
  '/terms-of-service': ({ name }) =>
    `The terms of ${name}: passes and how long they last, the membership, booking, cancelling, the waitlist and refunds.`,
  '/complaints': ({ name }) =>
    `Complain about what ${name} does with your personal data: confirmed by email, and answered within 30 days.`,
};

/** The description of a page for search engines and link previews; undefined for pages that are not public. */
export const describePage = (
  path: string,
  studio: StudioWords,
  rules: RuleValues | undefined,
): string | undefined => descriptions[path]?.(studio, rules);
