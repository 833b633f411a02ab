/**
 * Resolves when the browser restores this page from its back/forward cache. Nothing on the page starts anew then, so
 * a pending state has to be cleared.
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
