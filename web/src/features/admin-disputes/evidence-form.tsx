import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { EvidenceAnswer, EvidenceEntry } from '#services/contract/disputes.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { disputesPath, getEvidencePath } from './dispute-words.ts';
import { EvidenceField } from './evidence-field.tsx';
import { PdfButton } from './pdf-button.tsx';

type Texts = Partial<Record<EvidenceEntry['name'], string>>;

type FieldsProps = {
  title: string;
  intro: string;
  entries: readonly EvidenceEntry[];
  texts: Texts;
  onChange: (name: EvidenceEntry['name'], text: string) => void;
};

const Fields = ({ title, intro, entries, texts, onChange }: FieldsProps) => (
  <section aria-label={title} className="flex flex-col gap-6">
    <header>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-0.5 max-w-prose text-ink-muted">{intro}</p>
    </header>
    {entries.map((entry) => (
      <EvidenceField
        key={entry.name}
        entry={entry}
        text={texts[entry.name] ?? entry.text}
        onChange={(text) => onChange(entry.name, text)}
      />
    ))}
  </section>
);

type EvidenceFormProps = Pick<EvidenceAnswer, 'dispute' | 'fields'> & {
  /** Called once the form has given way to what was sent. */
  onSent: () => void;
};

/** The evidence of a dispute that takes some: read, changed, and sent once. */
export function EvidenceForm({ dispute, fields, onSent }: EvidenceFormProps) {
  const { mutate } = useSWRConfig();
  const requestKey = useRequestKey();
  const { busy, run } = useOneAtATime();
  const [texts, setTexts] = useState<Texts>({});
  const [isConfirming, setIsConfirming] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isChanged = fields.some(({ name, text }) => (texts[name] ?? text) !== text);
  useUnsavedChanges(isChanged, busy);
  const isTooLong = fields.some(({ name, text, limit }) => (texts[name] ?? text).length > limit);
  // Every text that was read is sent as it was read, whatever was recorded meanwhile.
  const shown = Object.fromEntries(fields.map(({ name, text }) => [name, texts[name] ?? text]));

  const send = async () => {
    setFailure(null);
    try {
      await post(getEvidencePath(dispute.id), {
        fields: shown,
        requestKey: requestKey.getKey(JSON.stringify(shown)),
      });
      toast(staffMessages.evidenceSent);
      setTexts({});
      await Promise.all([mutate(getEvidencePath(dispute.id)), mutate(disputesPath)]);
      onSent();
    } catch (cause) {
      // Without an answer the same press may still have sent it: its key stays.
      if (cause instanceof ApiError && cause.status < 500) requestKey.reset();
      setFailure(cause);
      toast(staffMessages.sendEvidenceFailed(cause));
    } finally {
      setIsConfirming(false);
    }
  };
  const groups = [
    { kind: 'text', title: 'Texts', intro: 'The bank reads them as they are.' },
    { kind: 'file', title: 'Documents', intro: 'Each is sent as a PDF of its text.' },
  ] as const;
  return (
    <form noValidate className="flex max-w-3xl flex-col gap-10" onSubmit={(event) => event.preventDefault()}>
      {groups.map(({ kind, ...group }) => (
        <Fields
          key={kind}
          {...group}
          entries={fields.filter((entry) => entry.kind === kind)}
          texts={texts}
          onChange={(name, text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
      <div className="flex flex-col gap-4 border-sand border-t pt-6">
        <FailureReason cause={failure} />
        <div className="flex flex-wrap gap-3 [&>button]:max-sm:w-full">
          <Button busy={busy} disabled={isTooLong} onClick={() => setIsConfirming(true)}>
            Send to Stripe
          </Button>
          <PdfButton disputeId={dispute.id} fields={shown} isDisabled={isTooLong} />
        </div>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Send the evidence?"
        text="Stripe passes it to the bank, which decides. It can be sent once, and not be changed after that."
        confirmLabel={busy ? 'Sending...' : 'Send it'}
        busy={busy}
        onConfirm={() => void run(send)}
      />
    </form>
  );
}
