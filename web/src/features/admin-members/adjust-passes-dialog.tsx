import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdjustPassesBody, AdminMember } from '../../../../services/contract/admin-members.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { post } from '../../lib/http.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useRequestKey } from '../../lib/use-request-key.ts';
import { membersPath, refreshMembers } from './use-members.ts';

type Change = 'add' | 'remove';

const quick: readonly { change: Change; count: number; label: string }[] = [
  { change: 'add', count: 1, label: '+1' },
  { change: 'add', count: 5, label: '+5' },
  { change: 'remove', count: 1, label: '−1' },
  { change: 'remove', count: 5, label: '−5' },
];

const most = 100;

const standing = ({ name, passes }: AdminMember): string =>
  passes === 0 ? `${name} has no passes.` : `${name} can use ${formatCount(passes, 'pass', 'passes')}.`;

/** Gives a member passes or takes some, with the reason; what is taken is told before. */
export function AdjustPassesDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const reasonField = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [count, setCount] = useState('1');
  const [needsReason, setNeedsReason] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [removing, setRemoving] = useState<AdjustPassesBody | null>(null);
  const requestKey = useRequestKey();
  const passes = Number(count);
  const isCount = Number.isInteger(passes) && passes >= 1 && passes <= most;
  const pathOf = (change: Change) => `${membersPath}/${member.id}/${change}-passes`;

  /** What is asked for; undefined, with the field in focus, while nobody has said why. */
  const bodyOf = (change: Change, asked: number): AdjustPassesBody | undefined => {
    const why = reason.trim();
    setNeedsReason(why === '');
    if (why === '') {
      reasonField.current?.focus();
      return undefined;
    }
    return { passes: asked, reason: why, requestKey: requestKey.getKey(`${change} ${asked} ${why}`) };
  };

  const add = async (asked: number, button: string): Promise<void> => {
    const body = bodyOf('add', asked);
    if (body === undefined) return;
    setBusy(button);
    try {
      await post(pathOf('add'), body);
      requestKey.reset();
      toast(staffMessages.passesAdded(asked));
      await refreshMembers(mutate);
      onClose();
    } catch (cause) {
      toast(staffMessages.addPassesFailed(cause));
    } finally {
      setBusy(null);
    }
  };

  const remove = async (body: AdjustPassesBody): Promise<boolean> => {
    try {
      await post(pathOf('remove'), body);
      requestKey.reset();
      toast(staffMessages.passesRemoved(body.passes));
      await refreshMembers(mutate);
      onClose();
      return true;
    } catch (cause) {
      toast(staffMessages.removePassesFailed(cause));
      setRemoving(null);
      await refreshMembers(mutate);
      return false;
    }
  };

  const press = (change: Change, asked: number, button: string) => {
    if (change === 'add') void add(asked, button);
    else setRemoving(bodyOf('remove', asked) ?? null);
  };

  if (removing !== null) {
    return (
      <EffectsDialog
        open
        onOpenChange={(open) => open || setRemoving(null)}
        title={`Remove ${formatCount(removing.passes, 'pass', 'passes')} from ${member.name}?`}
        call={{ path: pathOf('remove'), method: 'POST', body: removing }}
        confirmLabel={`Remove ${formatCount(removing.passes, 'pass', 'passes')}`}
        onConfirm={() => remove(removing)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Passes of ${member.name}`}
      description={`${standing(member)} Passes that you add cost nothing and last three months.`}
    >
      <form
        noValidate
        className="flex flex-col gap-5 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (isCount) press('add', passes, 'Add');
        }}
      >
        <Field
          label="Reason"
          error={needsReason ? 'Please say why, in a few words' : undefined}
          hint="Kept in the records for good, so leave out names, health and anything else personal."
        >
          {(control) => (
            <Input
              {...control}
              ref={reasonField}
              value={reason}
              maxLength={200}
              required
              placeholder="Class cut short on Tuesday"
              onChange={(event) => {
                setReason(event.target.value);
                setNeedsReason(false);
              }}
            />
          )}
        </Field>
        <fieldset>
          <legend className="font-medium">At once</legend>
          <div className="mt-1.5 grid grid-cols-4 gap-2">
            {quick.map(({ change, count: step, label }) => (
              <Button
                key={label}
                variant="secondary"
                className="px-3 tabular-nums"
                busy={busy === label}
                disabled={change === 'remove' && member.passes < step}
                onClick={() => press(change, step, label)}
              >
                {label}
                <span className="sr-only"> {step === 1 ? 'pass' : 'passes'}</span>
              </Button>
            ))}
          </div>
        </fieldset>
        <Field label="How many" error={isCount ? undefined : `Enter a whole number from 1 to ${most}`}>
          {(control) => (
            <div className="flex flex-wrap items-center gap-2">
              <div className="w-28">
                <Input
                  {...control}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={most}
                  step={1}
                  value={count}
                  className="text-right tabular-nums"
                  onChange={(event) => setCount(event.target.value)}
                />
              </div>
              <Button type="submit" busy={busy === 'Add'} disabled={!isCount}>
                Add passes
              </Button>
              <Button
                variant="danger"
                disabled={!isCount || member.passes < passes}
                onClick={() => press('remove', passes, 'Remove')}
              >
                Remove passes
              </Button>
            </div>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
