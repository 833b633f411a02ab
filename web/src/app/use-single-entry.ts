import { useEffect } from 'react';
import { createPath, useLocation } from 'react-router-dom';

/**
 * Ignores a repeated click on a link whose page is still being fetched. React Router compares a link with the page in
 * view only, so the second click would add the same address to the history again.
 */
export function useSingleEntry(): void {
  const view = createPath(useLocation());
  useEffect(() => {
    const ignoreRepeated = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPending = link?.href === window.location.href && createPath(window.location) !== view;
      if (isPending) event.preventDefault();
    };
    // Capturing, because a link that finds the default prevented does not navigate.
    document.addEventListener('click', ignoreRepeated, true);
    return () => document.removeEventListener('click', ignoreRepeated, true);
  }, [view]);
}
