import { lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { askToDiscard } from '../lib/discard-question.ts';
import { onFirstInteraction } from '../lib/first-interaction.ts';
import { hasUnsavedChanges } from '../lib/unsaved-changes.ts';

type Navigator = React.ContextType<typeof NavigationContext>['navigator'];

const UnsavedChangesGuard = lazy(() =>
  import('./unsaved-changes-guard.tsx').then((m) => ({ default: m.UnsavedChangesGuard })),
);

/** A replaced search parameter is a filter of the same page; a pushed one is another page or tab. */
const isLeaving = (href: string, isPush: boolean): boolean => {
  const { pathname, search } = new URL(href, window.location.href);
  return pathname !== window.location.pathname || (isPush && search !== window.location.search);
};

/** Asks before a navigation of the app discards unsaved changes. */
const guard = (navigator: Navigator): Navigator => {
  const guardMove =
    (move: 'push' | 'replace'): Navigator['push'] =>
    (to, state, options) => {
      const go = () => navigator[move](to, state, options);
      if (!hasUnsavedChanges() || !isLeaving(navigator.createHref(to), move === 'push')) go();
      else void askToDiscard().then((leaves) => leaves && go());
    };
  return { ...navigator, push: guardMove('push'), replace: guardMove('replace') };
};

/**
 * Asks before leaving a page with unsaved changes. React Router's own blocker needs its data router, which weighs 15 kB more than the
 * pages' budget of script has room for. Nothing is typed before the first interaction, which fetches the rest.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const context = use(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guard(context.navigator) }), [context]);
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => onFirstInteraction(() => setHasInteracted(true)), []);
  return (
    <NavigationContext value={guarded}>
      {children}
      {hasInteracted && (
        <Suspense fallback={null}>
          <UnsavedChangesGuard />
        </Suspense>
      )}
    </NavigationContext>
  );
}
