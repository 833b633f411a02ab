import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import type { DryRunAnswer } from '#services/contract/dry-run.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { FactText } from './fact-texts.ts';
import { FailureReason } from './failure-reason.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { type Seen, useSeenEdit } from './use-seen-edit.tsx';

interface Call {
  readonly path: string;
  readonly method: 'DELETE' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: object;
  readonly withSeen?: ((seen: Seen) => object) | undefined;
  readonly mine?: Seen | undefined;
}

/** Reads what a call would do. The answer is never cached, because it holds for this moment only. */
const useDryRun = ({ path, method, body }: Call) => {
  const { data, error, isValidating } = useSWR(
    ['dry-run', method, path, JSON.stringify(body)],
    () => request<DryRunAnswer>(`${path}?dryRun=true`, { method, ...(body ? { body } : {}) }),
    { dedupingInterval: 0, revalidateOnMount: true, keepPreviousData: false },
  );
  return { effects: isValidating ? undefined : data?.effects, error, isValidating };
};

/** '1 booked · 2 waiting · 1 with an offer · 1 calendar · 4 emails' */
const formatStakes = (
  { seats, waiting, offered, feeds }: NonNullable<DryRunAnswer['effects']['stakes']>,
  emails: number,
) =>
  [
    `${seats} booked`,
    `${waiting} waiting`,
    `${offered} with an offer`,
    formatCount(feeds, 'calendar', 'calendars'),
    formatCount(emails, 'email', 'emails'),
  ].join(' · ');

/** '3 bookings keep their rule · 2 waiting · 1 email' */
const formatRuleEffects = (
  { bookingsKept, waiting }: NonNullable<DryRunAnswer['effects']['rules']>,
  emails: number,
) =>
  [
    formatCount(bookingsKept, 'booking keeps its rule', 'bookings keep their rule'),
    `${waiting} waiting`,
    formatCount(emails, 'email', 'emails'),
  ].join(' · ');

const EffectList = ({ summary, people, stakes, rules, counts }: DryRunAnswer['effects']) => (
  <>
    <h3 className="font-semibold">What will happen</h3>
    <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-sea">
      {summary.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {stakes && <p className="tabular mt-3 text-ink-muted text-sm">{formatStakes(stakes, counts.emails)}</p>}
    {rules && (
      <p className="tabular mt-3 text-ink-muted text-sm">{formatRuleEffects(rules, counts.emails)}</p>
    )}
    {people.length > 0 && (
      <ScrollBox label="Who is affected" className="mt-4 max-h-56 overflow-y-auto">
        <ul className="divide-y divide-sand">
          {people.map(({ userId, name, effect }) => (
            <li key={`${userId} ${effect}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span className="font-medium">{name}</span>
              <span className="text-ink-muted">{effect}</span>
            </li>
          ))}
        </ul>
      </ScrollBox>
    )}
  </>
);

type EffectsDialogProps<Answer> = {
  title: string;
  /** The call to confirm. Its dry run gives the effects to list. */
  call: Call;
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
  /** Called when the person takes what someone else saved meanwhile; closes by default. */
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
  const { effects, error, isValidating } = useDryRun(call);

  const confirm = async () => {
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
          {error !== undefined && !isValidating && (
            <Notice tone="error">
              {getErrorMessage(error, 'We could not find out what this would do. Please try again.')}
              {refusal?.(error)}
            </Notice>
          )}
          {effects === undefined && error === undefined && <Skeleton className="h-20" />}
          {effects && <EffectList {...effects} />}
        </div>
        <FailureReason cause={failure} />
        {question}
      </div>
    </Dialog>
  );
}
