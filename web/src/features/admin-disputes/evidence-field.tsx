import { TriangleAlert } from 'lucide-react';
import { type EvidenceEntry, evidenceLabels } from '#services/contract/disputes.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';

type EvidenceFieldProps = {
  entry: EvidenceEntry;
  text: string;
  onChange: (text: string) => void;
};

const CutNotice = ({ cutBy }: { cutBy: number }) => (
  <p className="flex items-start gap-1.5 text-amber text-sm">
    <TriangleAlert aria-hidden="true" className="mt-[0.2em] size-4 shrink-0" />
    {formatNumber(cutBy)} characters did not fit, and are left out at the end.
  </p>
);

/** One field of the evidence, which can be changed until it is sent. */
export function EvidenceField({ entry, text, onChange }: EvidenceFieldProps) {
  const { name, source, limit, cutBy } = entry;
  const over = text.length - limit;
  const isFilled = entry.text !== '';
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={
          <>
            {evidenceLabels[name]} <code className="font-normal text-ink-muted text-sm">{name}</code>
          </>
        }
        hint={
          <span className="tabular flex flex-wrap justify-between gap-x-4">
            <span>{isFilled ? `From ${source}` : 'Nothing is recorded for this; empty, it is not sent'}</span>
            <span>
              {formatNumber(text.length)} of {formatNumber(limit)} characters
            </span>
          </span>
        }
        error={over > 0 ? `${formatCount(over, 'character', 'characters')} too many` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            className="max-h-96"
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {cutBy > 0 && text === entry.text && <CutNotice cutBy={cutBy} />}
    </div>
  );
}

/** One field as it was sent. */
export const SentField = ({ entry }: { entry: EvidenceEntry }) => (
  <div>
    <dt className="font-medium">
      {evidenceLabels[entry.name]} <code className="font-normal text-ink-muted text-sm">{entry.name}</code>
    </dt>
    <dd className="mt-1 max-w-prose whitespace-pre-line break-words">
      {entry.fileId === null ? entry.text : `Sent as a PDF, which Stripe keeps: ${entry.fileId}`}
    </dd>
  </div>
);
