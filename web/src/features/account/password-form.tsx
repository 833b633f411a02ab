import { useForm } from 'react-hook-form';
import type { ChangePasswordBody } from '../../../../services/contract/account.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { placeIssues } from '../../lib/form-issues.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { messages } from '../../lib/messages.ts';
import { changePassword } from './api/change-password.ts';

const resolver = lazyResolver(() => import('./resolvers.ts').then((m) => m.changePasswordResolver));
const fields = ['currentPassword', 'newPassword'] as const;
const blank = { currentPassword: '', newPassword: '' };

/** Another password, for who knows the one until now. */
export const PasswordForm = ({ email }: { email: string }) => {
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangePasswordBody>({
    resolver,
    defaultValues: blank,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await changePassword(values);
      reset(blank);
      toast(messages.passwordChanged);
    } catch (cause) {
      if (placeIssues(cause, fields, setError) === 0) toast(messages.notSaved(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('currentPassword')}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <Field label="New password" hint="At least 6 characters" error={errors.newPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" required />
        )}
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
};
