/** Leaves room for the header, which would cover the element's top. */
const OFFSET_PX = 80;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls the element to 80 px below the top of the window. */
export function scrollToElement(element: Element, { smooth = true } = {}): void {
  const top = element.getBoundingClientRect().top + window.scrollY - OFFSET_PX;
  window.scrollTo({ top, behavior: smooth && !prefersReducedMotion() ? 'smooth' : 'instant' });
}
