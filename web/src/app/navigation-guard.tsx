import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { handleDialogPop, replaceDialogEntry } from '../lib/dialog-history.ts';
import { askToDiscard } from '../lib/discard-question.ts';
import { hasUnsavedChanges } from '../lib/unsaved-changes.ts';
import { DiscardDialog } from './discard-dialog.tsx';

type Navigator = React.ContextType<typeof NavigationContext>['navigator'];

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
      const go = () => {
        const isReplaced = move === 'push' && replaceDialogEntry(() => navigator.replace(to, state, options));
        if (!isReplaced) navigator[move](to, state, options);
      };
      if (!hasUnsavedChanges() || !isLeaving(navigator.createHref(to), move === 'push')) go();
      else void askToDiscard().then((leaves) => leaves && go());
    };
  return { ...navigator, push: guardMove('push'), replace: guardMove('replace') };
};

/** The router numbers its history entries. */
const readIndex = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;

/**
 * Asks before Back and Forward discard unsaved changes. The browser has moved by then, so the move is undone before the question and
 * repeated after it.
 */
function useHistoryGuard(): void {
  const { pathname, search } = useLocation();
  const view = useRef({ page: '', index: null as number | null });
  useEffect(() => {
    view.current = { page: pathname + search, index: readIndex(window.history.state) };
  }, [pathname, search]);

  useLayoutEffect(() => {
    let isOwnMove = false;
    let isAllowed = false;
    const onPop = (event: PopStateEvent) => {
      if (handleDialogPop(event)) {
        event.stopImmediatePropagation();
        return;
      }
      if (isOwnMove) {
        isOwnMove = false;
        event.stopImmediatePropagation();
        return;
      }
      if (isAllowed) {
        isAllowed = false;
        return;
      }
      const { page, index } = view.current;
      const next = readIndex(event.state);
      const isSamePage = window.location.pathname + window.location.search === page;
      if (isSamePage || index === null || next === null || next === index || !hasUnsavedChanges()) return;
      event.stopImmediatePropagation();
      isOwnMove = true;
      window.history.go(index - next);
      void askToDiscard().then((leaves) => {
        if (!leaves) return;
        isAllowed = true;
        window.history.go(next - index);
      });
    };
    // Runs before the router's own listener. Effects of a child run before those of its parent. Browsers call a window's
    // listeners in the order in which they were added, capturing or not.
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
}

/**
 * Asks before leaving a page with unsaved changes. React Router's own blocker needs its data router, which weighs 15 kB more than the
 * pages' budget of script has room for.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const context = use(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guard(context.navigator) }), [context]);
  useHistoryGuard();
  return (
    <NavigationContext value={guarded}>
      {children}
      <DiscardDialog />
    </NavigationContext>
  );
}
