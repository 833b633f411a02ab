import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import {
  type SignUpBody,
  type SignUpForm as SignUpValues,
  signUpBody,
} from '../../../../services/contract/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { EmailInput } from '../../components/ui/email-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { placeIssues } from '../../lib/form-issues.ts';
import { messages } from '../../lib/messages.ts';
import { signUp } from './api/sign-up.ts';
import type { AuthView } from './auth-view.ts';
import { HealthQuestions } from './health-questions.tsx';
import { SwitchLink } from './switch-link.tsx';

const fields = ['name', 'email', 'phone', 'password', 'dateOfBirth'] as const;

interface SignUpFormProps {
  readonly email: string;
  readonly onSwitch: (view: AuthView, email: string) => void;
  readonly onDone: (token: string) => Promise<void>;
}

export const SignUpForm = ({ email, onSwitch, onDone }: SignUpFormProps) => {
  const form = useForm<SignUpValues, unknown, SignUpBody>({
    resolver: zodResolver(signUpBody),
    defaultValues: {
      name: '',
      email,
      phone: '',
      password: '',
      dateOfBirth: '',
      onMedication: false,
      hasInjuries: false,
      isPregnantOrPostpartum: false,
      painfulMovements: false,
      okWithHandsOnCorrections: true,
      newsletter: true,
    },
  });
  const { register, handleSubmit, setError, setValue, getValues, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await onDone(await signUp(values));
      toast(messages.accountCreated);
    } catch (cause) {
      const message = messages.signUpFailed(cause);
      toast(message);
      const text = message.text ?? message.title;
      if (cause instanceof ApiError && cause.code === 'EMAIL_TAKEN') {
        setError('email', { message: text }, { shouldFocus: true });
      } else if (placeIssues(cause, fields, setError) === 0) setError('root', { message: text });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <p className="-mb-1 text-ink-muted">
        Already have an account?{' '}
        <SwitchLink onClick={() => onSwitch('signin', getValues('email'))}>Sign in</SwitchLink>
      </p>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => <EmailInput {...control} {...register('email')} />}
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="tel" required />}
        </Field>
        <Field label="Date of birth" required={false} error={errors.dateOfBirth?.message}>
          {(control) => <DateInput {...control} {...register('dateOfBirth')} autoComplete="bday" />}
        </Field>
        <div className="md:col-span-2">
          <Field label="Password" hint="At least 6 characters" error={errors.password?.message}>
            {(control) => (
              <PasswordInput {...control} {...register('password')} autoComplete="new-password" required />
            )}
          </Field>
        </div>
      </div>

      <FormProvider {...form}>
        <HealthQuestions
          className="border-sand border-t pt-5"
          legend={<legend className="float-left mb-1 w-full font-display text-xl">Your health</legend>}
        />
      </FormProvider>

      <div className="rounded-card bg-sand-soft px-4 pt-3.5 pb-1.5">
        <p>Creating an account adds you to our mailing list: new classes, and now and then an offer.</p>
        <Checkbox
          label="Please leave me off the list"
          className="text-ink-muted text-sm [&_input]:size-5"
          onCheckedChange={(optedOut) => setValue('newsletter', !optedOut)}
        />
      </div>

      {errors.root?.message ? <Notice tone="error">{errors.root.message}</Notice> : null}
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
};
