import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { askToDiscard } from '../lib/discard-question.ts';
import { hasUnsavedChanges } from '../lib/unsaved-changes.ts';

type Navigator = React.ContextType<typeof NavigationContext>['navigator'];

/** Whether unsaved changes may go, if there are any. */
const mayLeave = async (): Promise<boolean> => !hasUnsavedChanges() || (await askToDiscard());

/** A replaced search parameter is a filter of the same page; a pushed one is another page or tab. */
const isLeaving = (href: string, isPush: boolean): boolean => {
  const { pathname, search } = new URL(href, window.location.href);
  return pathname !== window.location.pathname || (isPush && search !== window.location.search);
};

/** Asks before a navigation of the app discards unsaved changes. */
const guard = (navigator: Navigator): Navigator => ({
  ...navigator,
  push(to, state, options) {
    if (!hasUnsavedChanges() || !isLeaving(navigator.createHref(to), true)) {
      navigator.push(to, state, options);
      return;
    }
    void mayLeave().then((leaves) => leaves && navigator.push(to, state, options));
  },
  replace(to, state, options) {
    if (!hasUnsavedChanges() || !isLeaving(navigator.createHref(to), false)) {
      navigator.replace(to, state, options);
      return;
    }
    void mayLeave().then((leaves) => leaves && navigator.replace(to, state, options));
  },
});

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
      void mayLeave().then((leaves) => {
        if (!leaves) return;
        isAllowed = true;
        window.history.go(next - index);
      });
    };
    // Capturing, so that it runs before the router's own listener.
    window.addEventListener('popstate', onPop, true);
    return () => window.removeEventListener('popstate', onPop, true);
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
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}
