import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { forgotStaffPasswordBody } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmailInput } from '#web/components/ui/email-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { authMessages } from '#web/features/auth/auth-messages.ts';
import { post } from '#web/lib/http.ts';

/** Requests the email with a link to a new password. `onSent` is called once it is requested, whether or not the account exists. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { register, handleSubmit, formState } = useForm<z.infer<typeof forgotStaffPasswordBody>>({
    resolver: zodResolver(forgotStaffPasswordBody),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      await post<unknown>('/api/staff/password/forgot', body);
      toast(authMessages.resetEmailSent);
      onSent();
    } catch (cause) {
      toast(authMessages.resetEmailFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <EmailInput {...control} {...register('email')} />}
      </Field>
      <Button type="submit" busy={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send reset link'}
      </Button>
    </form>
  );
}
