import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EffectList } from './effect-list.tsx';
import type { FactText } from './fact-texts.ts';
import { FailureReason } from './failure-reason.tsx';
import { readEffects } from './read-effects.ts';
import { type EditCall, type Seen, useSeenEdit } from './use-seen-edit.tsx';

type EffectsDialogProps<Answer> = {
  title: string;
  /** The call to confirm, whose dry run gives the effects to list; null while something has to be chosen. */
  call: EditCall | null;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** False for a change that can be changed back. */
  isDanger?: boolean | undefined;
  /** Rendered above the effects. */
  children?: ReactNode;
  /** Details of a refused dry run, under its message. */
  refusal?: ((error: unknown) => ReactNode) | undefined;
  /** What the page showed of the edited thing; left out for a call that edits nothing. */
  seen?: Seen | undefined;
  /** The words for its facts. */
  texts?: Readonly<Record<string, FactText>> | undefined;
  /** Called when the person takes what another person saved meanwhile; closes by default. */
  onTakeTheirs?: (() => void) | undefined;
  /** The dialog stays busy until it resolves, and then closes. */
  onSuccess: (answer: Answer) => Promise<unknown>;
  /** The dialog stays open and shows the reason. */
  onFailure: (cause: unknown) => void;
  onClose: () => void;
};

/** Lists the effects of a call, and sends the call once they are confirmed. */
export function EffectsDialog<Answer>({
  title,
  call,
  confirmLabel,
  cancelLabel = 'Go back',
  isDanger = true,
  children,
  refusal,
  seen,
  texts,
  onTakeTheirs,
  onSuccess,
  onFailure,
  onClose,
}: EffectsDialogProps<Answer>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [seenAtFirst] = useState(seen);
  const { send, question } = useSeenEdit(texts);
  const { preview: effects, error } = usePreview(
    call && ['dry-run', call.method, call.path, JSON.stringify(call.body)],
    async () => call && readEffects(call),
  );

  const confirm = async () => {
    if (call === null) return;
    const { path, method, body } = call;
    setBusy(true);
    setFailure(null);
    try {
      const answer = await (seenAtFirst
        ? send<Answer>(call, seenAtFirst, onTakeTheirs ?? onClose)
        : request<Answer>(path, { method, ...(body ? { body } : {}) }));
      if (answer === null) return;
      await onSuccess(answer);
      onClose();
    } catch (cause) {
      setFailure(cause);
      onFailure(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      isDanger={isDanger}
      footer={
        <>
          <DialogClose variant={isDanger ? 'primary' : 'secondary'} disabled={busy}>
            {cancelLabel}
          </DialogClose>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={busy}
            disabled={effects === undefined}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <div aria-live="polite">
          {error !== undefined && (
            <Notice tone="error">
              {getErrorMessage(error, 'We could not find out what this would do. Please try again.')}
              {refusal?.(error)}
            </Notice>
          )}
          {call !== null && effects === undefined && error === undefined && <Skeleton className="h-20" />}
          {effects && <EffectList effects={effects} />}
        </div>
        <FailureReason cause={failure} />
        {question}
      </div>
    </Dialog>
  );
}
