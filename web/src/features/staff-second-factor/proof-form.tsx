import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type SecondFactorProofBody, secondFactorProofBody } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { CodeField } from './code-field.tsx';

type ProofFormProps = {
  label: string;
  /** The button's text. */
  action: string;
  tone?: 'primary' | 'danger' | undefined;
  onSubmit: (proof: SecondFactorProofBody) => Promise<void>;
  onCancel: () => void;
};

/** Password and code together, for a change of the second factor. */
export function ProofForm({ label, action, tone = 'primary', onSubmit, onCancel }: ProofFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<SecondFactorProofBody>({
    resolver: zodResolver(secondFactorProofBody),
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (proof) => {
    try {
      await onSubmit(proof);
    } catch (cause) {
      if (setFieldErrors(cause, ['password', 'code'], setError) === 0)
        toast(staffMessages.secondFactorFailed(cause));
    }
  });
  return (
    <form noValidate onSubmit={submit} aria-label={label} className="flex flex-col gap-5">
      <PasswordField
        label="Your password"
        error={errors.password?.message}
        autoComplete="current-password"
        {...register('password')}
      />
      <div>
        <CodeField isRecovery={isRecovery} error={errors.code?.message} {...register('code')} />
        <Button variant="quiet" size="sm" className="-ml-4 mt-1" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={tone} busy={isSubmitting}>
          {action}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={isSubmitting}>
          Go back
        </Button>
      </div>
    </form>
  );
}
