import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { type StaffAccount, type StaffRole, staffRoles } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { pickSeen, useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { RoleSelect } from './role-select.tsx';
import { refreshStaff, staffPath } from './use-staff.ts';

/** Changes the role of an account. */
export function RoleDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit();
  const [role, setRole] = useState<StaffRole>(account.role);
  const { busy, run } = useSubmission(staffMessages.staffRoleFailed);
  const name = account.name ?? account.email;

  const save = () =>
    run(async () => {
      const call = { path: `${staffPath}/${account.id}/role`, method: 'PUT', body: { role } } as const;
      const answer = await send(call, pickSeen(account, ['role', 'status']), onClose);
      if (answer === null) return;
      toast(staffMessages.staffRoleChanged(name, staffRoleTexts[role].withArticle));
      await refreshStaff(mutate);
      onClose();
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Role of ${name}`}
      description={
        account.status === 'active'
          ? 'They are signed out, and have the new role when they sign in again.'
          : ''
      }
      size="sm"
      isUnsaved={role !== account.role}
      footer={
        <Button busy={busy} disabled={role === account.role} onClick={() => void save()}>
          {busy ? 'Saving...' : 'Save role'}
        </Button>
      }
    >
      <Field label="Role">
        {(control) => (
          <RoleSelect
            {...control}
            value={role}
            onChange={({ target }) => setRole(staffRoles.find((each) => each === target.value) ?? role)}
          />
        )}
      </Field>
      {question}
    </Dialog>
  );
}
