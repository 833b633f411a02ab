/** How far above a section a jump stops, so that the header does not cover it. */
const OFFSET_PX = 80;

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls so that the element stands 80 px below the top of the window. */
export function scrollToElement(element: Element, { smooth = true } = {}): void {
  const top = element.getBoundingClientRect().top + window.scrollY - OFFSET_PX;
  window.scrollTo({ top, behavior: smooth && !prefersStill() ? 'smooth' : 'instant' });
}
