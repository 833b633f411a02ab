/**
 * Resolves when a page that was left is brought back just as it was, by "Back" in browsers that keep pages (Safari above all):
 * nothing on it has begun anew.
 */
export const waitForPageRestore = (): Promise<void> =>
  new Promise((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      globalThis.removeEventListener('pageshow', onShow);
      resolve();
    };
    globalThis.addEventListener('pageshow', onShow);
  });
