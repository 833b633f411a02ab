import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Instructor } from '#services/contract/schedule.ts';
import type { StaffAccount } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { instructorsPath } from '#web/components/staff/use-instructors.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ratesPath } from './use-rates.ts';

type AccountDialogProps = {
  instructor: Instructor;
  /** The account that sees the pay now. */
  staffId: string | null;
  accounts: readonly StaffAccount[];
  onClose: () => void;
};

/** Chooses the account that sees an instructor's own pay. */
export function AccountDialog({ instructor, staffId, accounts, onClose }: AccountDialogProps) {
  const { mutate } = useSWRConfig();
  const nameOf = (id: string | number) => accounts.find((account) => account.id === id)?.name ?? String(id);
  const { send, question } = useSeenEdit({ staffId: { label: 'Account', format: nameOf } });
  const [seen] = useState(staffId);
  const [chosen, setChosen] = useState(staffId);
  const { busy, run } = useSubmission(staffMessages.accountFailed);

  const save = () =>
    run(async () => {
      const path = `${instructorsPath}/${instructor.id}/account`;
      const call = { path, method: 'PUT', body: { staffId: chosen } } as const;
      if ((await send(call, { staffId: seen }, onClose)) === null) return;
      toast(staffMessages.accountChosen(instructor.name));
      await mutate(ratesPath);
      onClose();
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Who sees the pay of ${instructor.name}?`}
      description="The account sees the classes and pay of this instructor, and no one else’s."
      size="sm"
      isUnsaved={chosen !== seen}
      footer={
        <Button busy={busy} disabled={chosen === seen} onClick={() => void save()}>
          {busy ? 'Saving...' : 'Save account'}
        </Button>
      }
    >
      <Field label="Account">
        {(control) => (
          <Select
            {...control}
            value={chosen ?? ''}
            onChange={({ target }) => setChosen(target.value === '' ? null : target.value)}
          >
            <option value="">No account</option>
            {accounts.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {name ?? email}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {question}
    </Dialog>
  );
}
