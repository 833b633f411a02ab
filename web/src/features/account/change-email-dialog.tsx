import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ChangeEmailBody, changeEmailBody } from '#services/contract/account.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { EmailInput } from '#web/components/ui/email-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { accountMessages } from './account-messages.ts';
import { changeEmail } from './api/change-email.ts';

const fields = ['newEmail', 'currentPassword'] as const;

/** Asks for a new address and the current password. */
export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => {
  const { register, handleSubmit, setError, formState } = useForm<ChangeEmailBody>({
    resolver: zodResolver(changeEmailBody),
    defaultValues: { newEmail: '', currentPassword: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await changeEmail(values);
      toast(accountMessages.emailChangeSent(values.newEmail));
      onClose();
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(accountMessages.saveFailed(cause));
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Change your email"
      description="We send a link to the new address. Until you open it, everything stays as it is."
      size="sm"
      isUnsaved={isDirty}
      footer={
        <>
          <DialogClose disabled={isSubmitting}>Keep my email</DialogClose>
          <Button type="submit" form="change-email" busy={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send the link'}
          </Button>
        </>
      }
    >
      <form id="change-email" noValidate onSubmit={submit} className="flex flex-col gap-5 pt-2">
        <Field label="New email" error={errors.newEmail?.message}>
          {(control) => <EmailInput {...control} {...register('newEmail')} required />}
        </Field>
        <PasswordField
          label="Your password"
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          {...register('currentPassword')}
        />
      </form>
    </Dialog>
  );
};
