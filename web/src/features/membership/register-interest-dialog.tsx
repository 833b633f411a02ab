import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type RegistrationBody,
  type RegistrationForm,
  registrationBody,
} from '#services/contract/registrations.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { messages } from '#web/lib/messages.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { EmailField, NameField, PhoneField } from '../auth/contact-fields.tsx';

const fields = ['name', 'email', 'phone', 'message'] as const;

const InterestForm = ({ onDone }: { onDone: (email: string) => void }) => {
  const { user } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<
    RegistrationForm,
    unknown,
    RegistrationBody
  >({
    resolver: zodResolver(registrationBody),
    defaultValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      message: '',
    },
  });
  const idempotentPost = useIdempotentPost();
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async ({ message, ...contact }) => {
    try {
      await idempotentPost('/api/registrations', message ? { ...contact, message } : contact);
      onDone(contact.email);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) === 0) toast(messages.interestFailed(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <NameField error={errors.name?.message} {...register('name')} />
      <EmailField error={errors.email?.message} {...register('email')} />
      <PhoneField error={errors.phone?.message} {...register('phone')} />
      <Field label="Message" required={false} error={errors.message?.message}>
        {(control) => <Textarea {...control} {...register('message')} rows={3} />}
      </Field>
      <p className="text-ink-muted text-sm">
        We use this to write to you about memberships, and for nothing else.
      </p>
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Register interest'}
      </Button>
    </form>
  );
};

interface RegisterInterestDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Registers interest in a membership while memberships are closed. */
export const RegisterInterestDialog = ({ open, onOpenChange }: RegisterInterestDialogProps) => {
  const [sentEmail, setSentEmail] = useState<string | null>(null);
  const change = (next: boolean) => {
    if (!next) setSentEmail(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Register interest"
      description={
        sentEmail === null ? 'Leave your details, and we will write when there is room again.' : undefined
      }
      size="sm"
    >
      {sentEmail === null ? (
        <InterestForm onDone={setSentEmail} />
      ) : (
        <>
          <div role="status">
            <Notice tone="success" title="Thank you">
              <p>
                You are on our list. We will write to <span className="wrap-anywhere">{sentEmail}</span> as
                soon as memberships open.
              </p>
            </Notice>
          </div>
          <Button autoFocus variant="secondary" className="mt-5 w-full" onClick={() => change(false)}>
            Close
          </Button>
        </>
      )}
    </Dialog>
  );
};
