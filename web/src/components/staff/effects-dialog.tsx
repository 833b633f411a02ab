import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import type { DryRunAnswer } from '../../../../services/contract/dry-run.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { request } from '../../lib/http.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The call that is confirmed; its dry run is the same with `?dryRun=true`. */
export interface ConfirmedCall {
  readonly path: string;
  readonly method: 'DELETE' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: object | undefined;
}

type EffectsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  call: ConfirmedCall;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** What takes something away is red; a change that can be changed back is not. */
  isDanger?: boolean | undefined;
  /** Stands above what will happen. */
  children?: ReactNode;
  /** Stands under the sentence of a refusal. */
  refusal?: ((error: unknown) => ReactNode) | undefined;
  /** Does it; the dialog stays busy meanwhile and closes when it resolves to true. */
  onConfirm: () => Promise<boolean>;
};

const dryRun = ({ path, method, body }: ConfirmedCall) =>
  request<DryRunAnswer>(`${path}${path.includes('?') ? '&' : '?'}dryRun=true`, {
    method,
    ...(body ? { body } : {}),
  });

/** Asks before something that others will notice, and says first what will happen, from a dry run of the same call. */
export function EffectsDialog({
  open,
  onOpenChange,
  title,
  call,
  confirmLabel,
  cancelLabel = 'Go back',
  isDanger = true,
  children,
  refusal,
  onConfirm,
}: EffectsDialogProps) {
  const [busy, setBusy] = useState(false);
  // Asked anew each time it opens: a minute ago is no answer to what would happen now.
  const { data, error, isValidating } = useSWR(
    open ? ['dry-run', call.method, call.path, JSON.stringify(call.body)] : null,
    () => dryRun(call),
    { dedupingInterval: 0, revalidateOnMount: true, keepPreviousData: false },
  );
  const effects = isValidating ? undefined : data?.effects;

  const confirm = async () => {
    setBusy(true);
    const done = await onConfirm().finally(() => setBusy(false));
    if (done) onOpenChange(false);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
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
          {error !== undefined && !isValidating && (
            <Notice tone="error">
              {getErrorMessage(error, 'We could not find out what this would do. Please try again.')}
              {refusal?.(error)}
            </Notice>
          )}
          {effects === undefined && error === undefined && <Skeleton className="h-20" />}
          {effects && (
            <>
              <h3 className="font-semibold">What will happen</h3>
              <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-sea">
                {effects.summary.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              {effects.people.length > 0 && (
                <ul className="mt-4 max-h-56 divide-y divide-sand overflow-y-auto rounded-card border border-sand">
                  {effects.people.map(({ userId, name, effect }) => (
                    <li
                      key={`${userId} ${effect}`}
                      className="flex flex-wrap justify-between gap-x-4 px-4 py-2"
                    >
                      <span className="font-medium">{name}</span>
                      <span className="text-ink-muted">{effect}</span>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
