import { type Ref, useRef, useState } from 'react';
import { type RefundAnswer, type RefundBody, refundBody } from '#services/contract/admin-refunds.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { RadioCard } from '#web/components/ui/radio-card.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatExactPence, toPence } from '#web/lib/money.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';

type Mode = RefundBody['mode'];
type Errors = { amountPence?: string; reason?: string };

/** A payment of passes, or of one month of a membership. */
export interface RefundablePayment {
  readonly paymentIntentId: string;
  /** '5 Class Pass of Ann Hill' */
  readonly title: string;
  readonly isMembership: boolean;
  /** What is left of it, in pence; undefined when that is not known. */
  readonly leftPence?: number;
}

const modes: readonly Mode[] = ['unused', 'whole', 'part'];

const modeTexts = (isMembership: boolean): Record<Mode, { label: string; hint: string }> => ({
  unused: isMembership
    ? { label: 'The days to come', hint: 'The price of the days after today, to the end of the period.' }
    : { label: 'Unused passes only', hint: 'What they cost. Classes booked or taken stay paid.' },
  whole: { label: 'All of it', hint: 'Unused passes are taken back; bookings stand.' },
  part: { label: 'An amount', hint: 'As many passes are taken back as it pays for in full.' },
});

type ModeChoiceProps = { mode: Mode; isMembership: boolean; onChoose: (mode: Mode) => void };

const ModeChoice = ({ mode, isMembership, onChoose }: ModeChoiceProps) => {
  const texts = modeTexts(isMembership);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-medium">How much?</legend>
      {modes.map((each) => (
        <RadioCard key={each} name="refund-mode" checked={mode === each} onChange={() => onChoose(each)}>
          <span>
            <span className="block font-medium">{texts[each].label}</span>
            <span className="block text-ink-muted text-sm">{texts[each].hint}</span>
          </span>
        </RadioCard>
      ))}
    </fieldset>
  );
};

type TextFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

const AmountField = ({ ref, value, error, onChange }: TextFieldProps) => (
  <Field label="Amount in pounds" error={error}>
    {(control) => (
      <Input
        {...control}
        ref={ref}
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        required
        className="text-right tabular-nums sm:max-w-40"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

const ReasonField = ({ ref, value, error, onChange }: TextFieldProps) => (
  <Field label="Reason" error={error} hint="For the studio’s records. It is erased with the member.">
    {(control) => (
      <Input
        {...control}
        ref={ref}
        value={value}
        maxLength={200}
        required
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

type RefundFormProps = {
  payment: RefundablePayment;
  body: Omit<RefundBody, 'requestKey' | 'amountPence'> & { pounds: string };
  failure: unknown;
  onChange: (body: RefundFormProps['body']) => void;
  getRequestKey: (request: string) => string;
  onSubmit: (refund: RefundBody) => void;
  onClose: () => void;
};

const RefundForm = ({
  payment,
  body,
  failure,
  onChange,
  getRequestKey,
  onSubmit,
  onClose,
}: RefundFormProps) => {
  const amountField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const { mode, pounds, reason } = body;
  const isDirty = reason !== '' || pounds !== '';
  const change = (changes: Partial<RefundFormProps['body']>) => {
    setErrors({});
    onChange({ ...body, ...changes });
  };

  const submit = () => {
    const amount = mode === 'part' ? { amountPence: toPence(Number(pounds || 0)) } : {};
    const refund = { mode, reason: reason.trim(), ...amount };
    const parsed = refundBody.safeParse({ ...refund, requestKey: getRequestKey(JSON.stringify(refund)) });
    if (parsed.success) {
      onSubmit(parsed.data);
      return;
    }
    const find = (name: string) => parsed.error.issues.find(({ path }) => path[0] === name)?.message;
    const [amountPence, missing] = [find('amountPence'), find('reason')];
    setErrors({ ...(amountPence && { amountPence }), ...(missing && { reason: missing }) });
    (amountPence ? amountField : reasonField).current?.focus();
  };

  return (
    <FormDialog
      title={`Refund ${payment.title}`}
      description={
        payment.leftPence === undefined
          ? undefined
          : `${formatExactPence(payment.leftPence)} can be refunded.`
      }
      busy={false}
      isUnsaved={isDirty}
      failure={failure}
      submitLabel="Show the effects"
      className="flex flex-col gap-5 py-1"
      onSubmit={submit}
      onClose={onClose}
    >
      <ModeChoice
        mode={mode}
        isMembership={payment.isMembership}
        onChoose={(chosen) => change({ mode: chosen })}
      />
      {mode === 'part' && (
        <AmountField
          ref={amountField}
          value={pounds}
          error={errors.amountPence}
          onChange={(text) => change({ pounds: text })}
        />
      )}
      <ReasonField
        ref={reasonField}
        value={reason}
        error={errors.reason}
        onChange={(text) => change({ reason: text })}
      />
    </FormDialog>
  );
};

interface RefundDialogProps {
  readonly payment: RefundablePayment;
  /** Reads again what shows the payment. */
  readonly onRefunded: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Refunds a payment, after what it does has been read. */
export function RefundDialog({ payment, onRefunded, onClose }: RefundDialogProps) {
  const [body, setBody] = useState<RefundFormProps['body']>({ mode: 'unused', pounds: '', reason: '' });
  const [confirming, setConfirming] = useState<RefundBody | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const requestKey = useRequestKey();
  useUnsavedChanges(body.reason !== '' || body.pounds !== '', confirming !== null);

  if (confirming === null)
    return (
      <RefundForm
        payment={payment}
        body={body}
        failure={failure}
        onChange={setBody}
        getRequestKey={requestKey.getKey}
        onSubmit={setConfirming}
        onClose={onClose}
      />
    );
  return (
    <EffectsDialog
      title={`Refund ${payment.title}?`}
      call={{
        path: `/api/admin/payments/${payment.paymentIntentId}/refund`,
        method: 'POST',
        body: confirming,
      }}
      confirmLabel="Refund"
      onSuccess={async ({ refund }: RefundAnswer) => {
        requestKey.reset();
        toast(staffMessages.refunded(formatExactPence(refund.amountPence), refund.isMade));
        await onRefunded();
        onClose();
      }}
      onFailure={(cause) => {
        toast(staffMessages.refundFailed(cause));
        // Without an answer the same press may still have refunded: its key stays.
        if (!(cause instanceof ApiError) || cause.status >= 500) return;
        requestKey.reset();
        setFailure(cause);
        setConfirming(null);
      }}
      onClose={() => setConfirming(null)}
    />
  );
}
