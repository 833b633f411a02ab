import { lazyDialog } from '../components/ui/lazy-parts.tsx';
import { useDiscardQuestion } from '../lib/discard-question.ts';
import { prefetched } from '../lib/prefetched.ts';

// Nothing is typed before the first interaction, which fetches the dialog. Without it the browser asks.
const ConfirmDialog = lazyDialog(
  prefetched(() => import('../components/ui/confirm-dialog.tsx').then((m) => m.ConfirmDialog)),
  ({ title, text, onConfirm, onOpenChange }) => {
    if (window.confirm(`${title} ${text}`)) onConfirm();
    else onOpenChange(false);
  },
);

/** Asks before unsaved changes are discarded, for every form of the site. */
export function DiscardDialog() {
  const question = useDiscardQuestion();
  if (question === null) return null;
  return (
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
  );
}
