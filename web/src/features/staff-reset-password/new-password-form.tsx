import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { newStaffPasswordForm } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { authMessages } from '#web/features/auth/auth-messages.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { post } from '#web/lib/http.ts';

const fields = ['password'] as const;

/** Sets the new password of a staff account with the link's token, then opens the sign-in. */
export function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof newStaffPasswordForm>>({
    resolver: zodResolver(newStaffPasswordForm),
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    try {
      await post<unknown>('/api/staff/password/reset', { token, password });
      toast(authMessages.passwordReset);
      navigate('/admin', { replace: true });
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      setError('root', {
        message: getErrorMessage(cause, 'That did not work. Please try again in a moment.'),
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label="New password"
        hint="At least 12 characters"
        error={errors.password?.message}
        autoComplete="new-password"
        {...register('password', { deps: ['confirmation'] })}
      />
      <PasswordField
        label="Confirm new password"
        error={errors.confirmation?.message}
        autoComplete="new-password"
        {...register('confirmation')}
      />
      {errors.root && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  );
}
