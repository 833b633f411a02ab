interface StudioWords {
  readonly name: string;
  readonly town: string;
}

type Description = (studio: StudioWords) => string;

const descriptions: Readonly<Record<string, Description>> = {
  '/': ({ name, town }) =>
    `Reformer Pilates in ${town}, in classes of seven at most. See the timetable of ${name}, buy a pass and book your place.`,
  '/book-classes': ({ town }) =>
    `The reformer Pilates timetable in ${town}: choose a day, see the seats that are left and book with a pass. Free to cancel up to 24 hours before.`,
  '/membership': ({ name }) =>
    `The memberships of ${name}: classes every month for one price, first choice of the timetable, and you can cancel anytime.`,
  '/class-levels': ({ name }) =>
    `Beginner or Reformer For All: what the two main levels of ${name} cover, and which one to start with.`,
  '/meet-the-team': ({ name, town }) => `The five people who teach reformer Pilates at ${name} in ${town}.`,
  '/privacy-policy': ({ name }) =>
    `What ${name} knows about you, why, who else sees it, how long it is kept, and how to have it erased.`,
  '/cookie-policy': ({ name }) =>
    `What ${name} stores in your browser, and that none of it follows you around.`,
  '/terms-of-service': ({ name }) =>
    `The terms of ${name}: passes and how long they last, the membership, booking, cancelling, the waitlist and refunds.`,
};

/** The description of a page for search engines and link previews; undefined for pages that are not public. */
export const describePage = (path: string, studio: StudioWords): string | undefined =>
  descriptions[path]?.(studio);
