import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type RegistrationBody,
  type RegistrationForm,
  registrationBody,
} from '../../../../services/contract/registrations.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { EmailInput } from '../../components/ui/email-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { toast } from '../../components/ui/toast.ts';
import { placeIssues } from '../../lib/form-issues.ts';
import { messages } from '../../lib/messages.ts';
import { usePostOnce } from '../../lib/use-post-once.ts';
import { useAuth } from '../auth/auth-context.tsx';

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
  const postOnce = usePostOnce();
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ message, ...who }) => {
    try {
      await postOnce('/api/registrations', message ? { ...who, message } : who);
      onDone(who.email);
    } catch (cause) {
      if (placeIssues(cause, fields, setError) === 0) toast(messages.interestNotSent(cause));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <EmailInput {...control} {...register('email')} />}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="tel" required />}
      </Field>
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

/** Who would like a membership once there is room. */
export const RegisterInterestDialog = ({ open, onOpenChange }: RegisterInterestDialogProps) => {
  const [sentFor, setSentFor] = useState<string | null>(null);
  const change = (next: boolean) => {
    if (!next) setSentFor(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Register interest"
      description={
        sentFor === null ? 'Leave your details, and we will write when there is room again.' : undefined
      }
      size="sm"
    >
      {sentFor === null ? (
        <InterestForm onDone={setSentFor} />
      ) : (
        <>
          <div role="status">
            <Notice tone="success" title="Thank you">
              <p>
                You are on our list. We will write to <span className="wrap-anywhere">{sentFor}</span> as soon
                as memberships open.
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
