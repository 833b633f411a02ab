import { type Ref, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdjustPassesBody, AdminMember } from '#services/contract/admin-members.ts';
import { spellMonths } from '#services/contract/rulebook.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useRules } from '#web/lib/rules.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { membersPath } from './use-members.ts';

type Direction = 'add' | 'remove';

/** Adds or removes passes; `button` is the one that was pressed. */
type Adjust = (direction: Direction, passes: number, button: string) => void;

const maxPasses = 100;

const quickChanges: readonly { direction: Direction; passes: number; label: string }[] = [
  { direction: 'add', passes: 1, label: '+1' },
  { direction: 'add', passes: 5, label: '+5' },
  { direction: 'remove', passes: 1, label: '−1' },
  { direction: 'remove', passes: 5, label: '−5' },
];

const formatPasses = (count: number): string => formatCount(count, 'pass', 'passes');

const describePasses = ({ name, passes }: AdminMember): string =>
  passes === 0 ? `${name} has no passes.` : `${name} can use ${formatPasses(passes)}.`;

type ReasonFieldProps = {
  ref: Ref<HTMLInputElement>;
  reason: string;
  isMissing: boolean;
  onChange: (reason: string) => void;
};

const ReasonField = ({ ref, reason, isMissing, onChange }: ReasonFieldProps) => (
  <Field
    label="Reason"
    error={isMissing ? 'Please say why, in a few words' : undefined}
    hint="Kept in the records for good, so leave out names, health and anything else personal."
  >
    {(control) => (
      <Input
        {...control}
        ref={ref}
        value={reason}
        maxLength={200}
        required
        placeholder="Class cut short on Tuesday"
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

type ChangeProps = { passesLeft: number; busyButton: string | null; onAdjust: Adjust };

const QuickChanges = ({ passesLeft, busyButton, onAdjust }: ChangeProps) => (
  <fieldset>
    <legend className="font-medium">At once</legend>
    <div className="mt-1.5 grid grid-cols-4 gap-2">
      {quickChanges.map(({ direction, passes, label }) => (
        <Button
          key={label}
          variant="secondary"
          className="px-3 tabular-nums"
          busy={busyButton === label}
          disabled={direction === 'remove' && passesLeft < passes}
          onClick={() => onAdjust(direction, passes, label)}
        >
          {label}
          <span className="sr-only"> {passes === 1 ? 'pass' : 'passes'}</span>
        </Button>
      ))}
    </div>
  </fieldset>
);

type CountFieldProps = ChangeProps & {
  count: string;
  isValid: boolean;
  onChange: (count: string) => void;
};

const CountField = ({ count, isValid, onChange, passesLeft, busyButton, onAdjust }: CountFieldProps) => (
  <Field label="How many" error={isValid ? undefined : `Enter a whole number from 1 to ${maxPasses}`}>
    {(control) => (
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-28">
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxPasses}
            step={1}
            value={count}
            className="text-right tabular-nums"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <Button type="submit" busy={busyButton === 'Add'} disabled={!isValid}>
          Add passes
        </Button>
        <Button
          variant="danger"
          disabled={!isValid || passesLeft < Number(count)}
          onClick={() => onAdjust('remove', Number(count), 'Remove')}
        >
          Remove passes
        </Button>
      </div>
    )}
  </Field>
);

/** Adds or removes a member's passes, with a reason. A removal is confirmed once its effects are listed. */
export function AdjustPassesDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const { givenPassMonths } = useRules();
  const [failure, setFailure] = useState<unknown>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [count, setCount] = useState('1');
  const [busyButton, setBusyButton] = useState<string | null>(null);
  const [removal, setRemoval] = useState<AdjustPassesBody | null>(null);
  const requestKey = useRequestKey();
  const [seen] = useState({ passesLeft: member.passes });
  const { send, question } = useSeenEdit();
  const passes = Number(count);
  const isCountValid = Number.isInteger(passes) && passes >= 1 && passes <= maxPasses;
  const isUnsaved = reason !== '' || count !== '1';
  // Also while a removal is confirmed.
  useUnsavedChanges(isUnsaved);
  const path = `${membersPath}/${member.id}`;

  const add = async (body: AdjustPassesBody, button: string): Promise<void> => {
    setBusyButton(button);
    setFailure(null);
    try {
      const answer = await send({ path: `${path}/add-passes`, method: 'POST', body }, seen, onClose);
      requestKey.reset();
      if (answer === null) return;
      toast(staffMessages.passesAdded(body.passes));
      await refreshPeople(mutate);
      onClose();
    } catch (cause) {
      toast(staffMessages.addPassesFailed);
      setFailure(cause);
    } finally {
      setBusyButton(null);
    }
  };

  const adjust: Adjust = (direction, amount, button) => {
    const trimmed = reason.trim();
    setIsReasonMissing(trimmed === '');
    if (trimmed === '') {
      reasonField.current?.focus();
      return;
    }
    const key = requestKey.getKey(`${direction} ${amount} ${trimmed}`);
    const body: AdjustPassesBody = { passes: amount, reason: trimmed, requestKey: key };
    if (direction === 'add') void add(body, button);
    else setRemoval(body);
  };

  if (removal !== null) {
    return (
      <EffectsDialog
        title={`Remove ${formatPasses(removal.passes)} from ${member.name}?`}
        call={{ path: `${path}/remove-passes`, method: 'POST', body: removal }}
        seen={seen}
        onTakeTheirs={onClose}
        confirmLabel={`Remove ${formatPasses(removal.passes)}`}
        onSuccess={async () => {
          requestKey.reset();
          toast(staffMessages.passesRemoved(removal.passes));
          await refreshPeople(mutate);
          onClose();
        }}
        onFailure={(cause) => {
          toast(staffMessages.removePassesFailed(cause));
          setRemoval(null);
          void refreshPeople(mutate);
        }}
        onClose={() => setRemoval(null)}
      />
    );
  }
  const changeProps = { passesLeft: member.passes, busyButton, onAdjust: adjust };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      isUnsaved={isUnsaved}
      title={`Passes of ${member.name}`}
      description={`${describePasses(member)} Passes that you add cost nothing and last ${spellMonths(givenPassMonths)}.`}
    >
      <form
        noValidate
        className="flex flex-col gap-5 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (isCountValid) adjust('add', passes, 'Add');
        }}
      >
        <ReasonField
          ref={reasonField}
          reason={reason}
          isMissing={isReasonMissing}
          onChange={(text) => {
            setReason(text);
            setIsReasonMissing(false);
          }}
        />
        <QuickChanges {...changeProps} />
        <FailureReason cause={failure} />
        <CountField count={count} isValid={isCountValid} onChange={setCount} {...changeProps} />
      </form>
      {question}
    </Dialog>
  );
}
