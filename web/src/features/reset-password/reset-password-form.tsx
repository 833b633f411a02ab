import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { NewPasswordForm } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { authMessages } from '#web/features/auth/auth-messages.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { lazyResolver } from '#web/lib/lazy-resolver.ts';
import { removeToken } from '#web/lib/session-token.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { resetPassword } from './api/reset-password.ts';

const resolver = lazyResolver(() => import('./resolver.ts').then((m) => m.newPasswordResolver));
const fields = ['password'] as const;

/** Sets a new password, then opens the sign-in dialog on the home page. */
export const ResetPasswordForm = ({ token }: { token: string | null }) => {
  const navigate = useNavigate();
  const { openAuth } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<NewPasswordForm>({
    resolver,
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    if (token === null) {
      toast(authMessages.resetTokenMissing);
      return;
    }
    try {
      await resetPassword({ token, password });
      // The reset ended every session on the server, including this browser's.
      removeToken();
      toast(authMessages.passwordReset);
      navigate('/');
      openAuth('signin');
    } catch (cause) {
      toast(authMessages.resetFailed(cause));
      setFieldErrors(cause, fields, setError);
      if (cause instanceof ApiError && cause.code === 'INVALID_RESET_LINK')
        setError('root', { type: 'link' });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        error={errors.password?.message}
        autoComplete="new-password"
        {...register('password')}
      />
      <PasswordField
        label="Confirm new password"
        error={errors.confirmation?.message}
        autoComplete="new-password"
        {...register('confirmation')}
      />
      {errors.root ? (
        <Notice tone="warning" title="This link can't be used any more">
          <p>It works once, for one hour.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => openAuth('forgot')}>
            Send me a new link
          </Button>
        </Notice>
      ) : null}
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Saving...' : 'Reset Password'}
      </Button>
    </form>
  );
};
