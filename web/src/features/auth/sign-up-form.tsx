import { zodResolver } from '@hookform/resolvers/zod';
import { ChevronDown } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import type { SignUpBody, SignUpForm as SignUpValues } from '#services/contract/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { firstField } from '#web/lib/first-field.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { signUp } from './api/sign-up.ts';
import { authMessages } from './auth-messages.ts';
import type { AuthView } from './auth-view.ts';
import { DateOfBirthField, EmailField, NameField, PhoneField } from './contact-fields.tsx';
import { HealthConsent } from './health-consent.tsx';
import { HealthQuestions } from './health-questions.tsx';
import { KeepSignedIn } from './keep-signed-in.tsx';
import { signUpForm } from './sign-up-schema.ts';
import { SwitchLink } from './switch-link.tsx';

const fields = ['name', 'email', 'phone', 'password', 'dateOfBirth'] as const;

interface SignUpFormProps {
  readonly email: string;
  /** Folds what a first booking does not need. */
  readonly isShort: boolean;
  readonly onSwitch: (view: AuthView, email: string) => void;
  readonly onDone: (token: string) => Promise<void>;
}

export const SignUpForm = ({ email, isShort, onSwitch, onDone }: SignUpFormProps) => {
  const form = useForm<SignUpValues, unknown, SignUpBody>({
    resolver: zodResolver(signUpForm),
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
      healthConsent: false,
      newsletter: true,
      keepSignedIn: false,
    },
  });
  const { register, handleSubmit, setError, setValue, getValues, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (values) => {
    try {
      await onDone(await signUp(values));
    } catch (cause) {
      const message = authMessages.signUpFailed(cause);
      toast(message);
      const text = message.text ?? message.title;
      if (cause instanceof ApiError && cause.code === 'EMAIL_TAKEN') {
        setError('email', { message: text }, { shouldFocus: true });
      } else if (setFieldErrors(cause, fields, setError) === 0) setError('root', { message: text });
    }
  });

  const dateOfBirth = <DateOfBirthField error={errors.dateOfBirth?.message} {...register('dateOfBirth')} />;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <p className="-mb-1 text-ink-muted">
        Already have an account?{' '}
        <SwitchLink onClick={() => onSwitch('signin', getValues('email'))}>Sign in</SwitchLink>
      </p>
      <div className="grid gap-5 md:grid-cols-2">
        <NameField {...firstField} error={errors.name?.message} {...register('name')} />
        <EmailField error={errors.email?.message} {...register('email')} />
        <PhoneField error={errors.phone?.message} {...register('phone')} />
        {isShort ? null : dateOfBirth}
        <div className={cx(!isShort && 'md:col-span-2')}>
          <PasswordField
            label="Password"
            hint="At least 6 characters"
            error={errors.password?.message}
            autoComplete="new-password"
            {...register('password')}
          />
        </div>
      </div>

      <FormProvider {...form}>
        <details className="group border-sand border-t pt-4">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 rounded-sm [&::-webkit-details-marker]:hidden">
            <span>
              <span className="block font-display text-xl">Your health</span>
              <span className="text-ink-muted">
                If there is anything your instructor should look out for. You can also answer before your
                first class.
              </span>
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-sea transition-transform group-open:rotate-180"
            />
          </summary>
          {isShort ? <div className="pt-3">{dateOfBirth}</div> : null}
          <HealthQuestions
            className="pt-3"
            legend={<legend className="sr-only float-left">Your health</legend>}
          />
          <HealthConsent error={errors.healthConsent?.message} {...register('healthConsent')} />
        </details>
      </FormProvider>

      <div className="rounded-card bg-sand-soft px-4 pt-3.5 pb-1.5">
        <p>Creating an account adds you to our mailing list: new classes, and now and then an offer.</p>
        <Checkbox
          label="Please leave me off the list"
          className="text-ink-muted text-sm [&_input]:size-5"
          onCheckedChange={(optedOut) => setValue('newsletter', !optedOut)}
        />
      </div>

      <KeepSignedIn {...register('keepSignedIn')} />
      {errors.root?.message ? <Notice tone="error">{errors.root.message}</Notice> : null}
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
};
