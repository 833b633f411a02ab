import { useForm } from 'react-hook-form';
import type { ChangePasswordBody } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { lazyResolver } from '#web/lib/lazy-resolver.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { accountMessages } from './account-messages.ts';
import { changePassword } from './api/change-password.ts';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.changePasswordResolver));
const fields = ['currentPassword', 'newPassword'] as const;
const blank = { currentPassword: '', newPassword: '' };

export const PasswordForm = ({ email }: { email: string }) => {
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangePasswordBody>({
    resolver,
    defaultValues: blank,
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (values) => {
    try {
      await changePassword(values);
      reset(blank);
      toast(accountMessages.passwordChanged);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(accountMessages.saveFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {/* Password managers read from it whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        error={errors.currentPassword?.message}
        autoComplete="current-password"
        {...register('currentPassword')}
      />
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...register('newPassword')}
      />
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
};
