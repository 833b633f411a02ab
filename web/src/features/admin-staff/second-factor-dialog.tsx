import { useSWRConfig } from 'swr';
import type { StaffAccount } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { pickSeen, useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { refreshStaff, staffPath } from './use-staff.ts';

/** Switches two-step sign-in off for a person who has lost the phone and the recovery codes. */
export function SecondFactorDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit();
  const { busy, run } = useSubmission(staffMessages.secondFactorFailed);
  const name = account.name ?? account.email;

  const remove = () =>
    run(async () => {
      const call = { path: `${staffPath}/${account.id}/second-factor`, method: 'DELETE' } as const;
      const answer = await send(call, pickSeen(account, ['role', 'status', 'hasSecondFactor']), onClose);
      if (answer === null) return;
      toast(staffMessages.staffSecondFactorRemoved(name));
      await refreshStaff(mutate);
      onClose();
    });

  return (
    <>
      <ConfirmDialog
        open
        onOpenChange={(open) => open || onClose()}
        title={`Switch off two-step sign-in of ${name}?`}
        text={`Do this only when ${name} has lost both the phone and the recovery codes, and asked you in person. They are signed out everywhere, and get an email about it.`}
        confirmLabel="Switch off"
        cancelLabel="Leave it on"
        tone="danger"
        busy={busy}
        onConfirm={() => void remove()}
      />
      {question}
    </>
  );
}
