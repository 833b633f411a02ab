import { lazy, Suspense } from 'react';
import { useDiscardQuestion } from '../lib/discard-question.ts';

const ConfirmDialog = lazy(() =>
  import('../components/ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

/** Asks before unsaved changes are discarded, for every form of the site. */
export function DiscardDialog() {
  const question = useDiscardQuestion();
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        isOutsideHistory
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
