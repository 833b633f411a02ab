import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type StaffPasswordBody, staffPasswordBody } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { request } from '#web/lib/http.ts';

const fields = ['currentPassword', 'newPassword'] as const;

/** Changes the password of the signed-in account. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<StaffPasswordBody>({
    resolver: zodResolver(staffPasswordBody),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      await request('/api/staff/password', { method: 'PUT', body });
      toast(staffMessages.ownPasswordChanged);
      onClose();
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(staffMessages.ownPasswordFailed(cause));
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change my password"
      description="You stay signed in here, and are signed out everywhere else."
      size="sm"
      isUnsaved={isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          label="Current password"
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint="At least 12 characters"
          error={errors.newPassword?.message}
          autoComplete="new-password"
          {...register('newPassword')}
        />
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Changing...' : 'Change password'}
        </Button>
      </form>
    </Dialog>
  );
}
