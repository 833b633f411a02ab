import { type ReactNode, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Effects } from '#services/contract/dry-run.ts';
import { EffectList } from '#web/components/staff/effect-list.tsx';
import { readEffects } from '#web/components/staff/read-effects.ts';
import type { Seen } from '#web/components/staff/use-seen-edit.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { success } from '#web/lib/toast-message.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { refreshTimetable } from './use-timetable.ts';

/** A call about one class, by which its page knows it. */
export interface ClassCall {
  readonly classId: number;
  readonly label: string;
  readonly path: string;
  readonly method: 'DELETE' | 'PATCH';
  readonly body?: object;
  /** What the page showed of the class. */
  readonly seen: Seen;
}

type Finding =
  | { call: ClassCall; effects: Effects; refusal: null }
  | { call: ClassCall; effects: null; refusal: string };

const askOne = (call: ClassCall): Promise<Finding> =>
  readEffects(call).then(
    (effects) => ({ call, effects, refusal: null }),
    (cause: unknown) => ({ call, effects: null, refusal: getErrorMessage(cause, 'Please try again.') }),
  );

/** What each call would do; a class that refuses does not keep the others back. */
const useFindings = (calls: readonly ClassCall[]): readonly Finding[] | undefined =>
  usePreview(['dry-runs', JSON.stringify(calls)], () => Promise.all(calls.map(askOne))).preview;

type SeveralEffectsDialogProps = {
  title: string;
  /** The calls to confirm; none while something has to be chosen. */
  calls: readonly ClassCall[];
  confirmLabel: string;
  isDanger?: boolean | undefined;
  children?: ReactNode;
  /** Called with the classes that are changed. */
  onChanged: (classIds: readonly number[]) => void;
  onClose: () => void;
};

/** Lists what calls about several classes do, and sends them one after the other once they are confirmed. */
export function SeveralEffectsDialog({
  title,
  calls,
  confirmLabel,
  isDanger = false,
  children,
  onChanged,
  onClose,
}: SeveralEffectsDialogProps) {
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[] | null>(null);
  const findings = useFindings(calls);
  const possible = findings?.filter(({ effects }) => effects !== null) ?? [];

  const confirm = async () => {
    setBusy(true);
    const changed: number[] = [];
    const failed: string[] = [];
    for (const { call } of possible) {
      const { classId, label, path, method, body, seen } = call;
      await request(path, { method, body: { ...body, expected: seen } }).then(
        () => changed.push(classId),
        (cause: unknown) => failed.push(`${label}: ${getErrorMessage(cause, 'Please try again.')}`),
      );
    }
    await refreshTimetable(mutate);
    setBusy(false);
    onChanged(changed);
    if (changed.length > 0) toast(success(`${formatCount(changed.length, 'class', 'classes')} changed`));
    if (failed.length === 0) onClose();
    else setFailures(failed);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      isDanger={isDanger && failures === null}
      footer={
        <>
          <DialogClose variant={isDanger ? 'primary' : 'secondary'} disabled={busy}>
            {failures === null ? 'Go back' : 'Close'}
          </DialogClose>
          {failures === null && (
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              busy={busy}
              disabled={possible.length === 0}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {failures === null ? children : <Failures failures={failures} />}
        <div aria-live="polite" className="flex flex-col gap-5">
          {failures === null && findings === undefined && <Skeleton className="h-20" />}
          {failures === null &&
            findings?.map((finding) => <FindingView key={finding.call.classId} {...finding} />)}
        </div>
      </div>
    </Dialog>
  );
}

const FindingView = ({ call, effects, refusal }: Finding) =>
  effects === null ? (
    <Notice tone="error">
      {call.label}: {refusal}
    </Notice>
  ) : (
    <div>
      <EffectList name={call.label} effects={effects} />
    </div>
  );

const Failures = ({ failures }: { failures: readonly string[] }) => (
  <Notice tone="error">
    <p>These classes are as they were:</p>
    <ul className="mt-1 list-disc pl-5">
      {failures.map((failure) => (
        <li key={failure}>{failure}</li>
      ))}
    </ul>
  </Notice>
);
