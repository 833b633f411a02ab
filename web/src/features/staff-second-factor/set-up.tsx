import { zodResolver } from '@hookform/resolvers/zod';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  type RecoveryCodesAnswer,
  type SecondFactorSetupAnswer,
  secondFactorBody,
  secondFactorSetupBody,
} from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { post } from '#web/lib/http.ts';
import { readStaffToken, setSecondFactorNeeded } from '#web/lib/staff-session.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorPath } from './use-second-factor.ts';

type StartFormProps = { onStart: (setup: SecondFactorSetupAnswer) => void };

/** Asks for the password before the secret is shown. */
function StartForm({ onStart }: StartFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof secondFactorSetupBody>>({
    resolver: zodResolver(secondFactorSetupBody),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      onStart(await post<SecondFactorSetupAnswer>(`${secondFactorPath}/setup`, body));
    } catch (cause) {
      if (setFieldErrors(cause, ['password'], setError) === 0) toast(staffMessages.secondFactorFailed(cause));
    }
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Set up two-step sign-in" className="flex flex-col gap-5">
      <PasswordField
        label="Your password"
        error={formState.errors.password?.message}
        autoComplete="current-password"
        {...register('password')}
      />
      <Button type="submit" busy={formState.isSubmitting} className="self-start max-sm:w-full">
        {formState.isSubmitting ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  );
}

/** In groups of four, as people read it out. */
const formatSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

type AppFormProps = { setup: SecondFactorSetupAnswer; onDone: (codes: readonly string[]) => void };

/** Shows the secret to the app, as a QR code and as text, and asks for its first code. */
function AppForm({ setup: { setupId, secret, address }, onDone }: AppFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof secondFactorBody>>({
    resolver: zodResolver(secondFactorBody),
    defaultValues: { setupId, code: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await post<RecoveryCodesAnswer>(secondFactorPath, body);
      onDone(recoveryCodes);
    } catch (cause) {
      if (setFieldErrors(cause, ['code'], setError) === 0) toast(staffMessages.secondFactorFailed(cause));
    }
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Connect your app" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-5">
        <QRCodeSVG
          value={address}
          size={176}
          marginSize={4}
          title="QR code for your authenticator app"
          className="shrink-0 rounded-card border border-sand bg-white"
        />
        <div className="min-w-0 basis-56 max-sm:basis-full">
          <p>Scan this with an authenticator app, or type the key into it:</p>
          <p className="mt-2 select-all break-words font-medium tabular-nums">{formatSecret(secret)}</p>
          <p className="mt-2 text-ink-muted text-sm">
            Any app for one-time codes works: the one of your phone’s passwords, or Google Authenticator,
            Aegis, 1Password.
          </p>
        </div>
      </div>
      <CodeField takesFocus error={formState.errors.code?.message} {...register('code')} />
      <Button type="submit" busy={formState.isSubmitting} className="self-start max-sm:w-full">
        {formState.isSubmitting ? 'Checking...' : 'Switch on two-step sign-in'}
      </Button>
    </form>
  );
}

/** Sets up two-step sign-in: the password, the app with its first code, the recovery codes. */
export function SetUp({ onDone }: { onDone?: () => void }) {
  const [setup, setSetup] = useState<SecondFactorSetupAnswer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Only now, because the gate would replace the codes by the page behind it.
  const finish = () => {
    const token = readStaffToken();
    if (token !== null) setSecondFactorNeeded(token, false);
    onDone?.();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (setup !== null) return <AppForm setup={setup} onDone={setCodes} />;
  return <StartForm onStart={setSetup} />;
}
