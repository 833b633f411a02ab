import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { askToDiscard, useDiscardQuestion } from '../lib/discard-question.ts';
import { hasUnsavedChanges } from '../lib/unsaved-changes.ts';

const ConfirmDialog = lazy(() =>
  import('../components/ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

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
      void askToDiscard().then((leaves) => {
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

/** Asks before unsaved changes are discarded, for every form of the site. */
function DiscardDialog() {
  const question = useDiscardQuestion();
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={(open) => open || question.answer(false)}
        title="Discard what you typed?"
        text="It has not been saved."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => question.answer(true)}
      />
    </Suspense>
  );
}

/** The dialog that asks before unsaved changes are discarded, and what asks before Back and Forward. */
export function UnsavedChangesGuard() {
  useHistoryGuard();
  return <DiscardDialog />;
}
