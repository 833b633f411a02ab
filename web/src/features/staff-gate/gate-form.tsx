import type { StaffRole } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import type { StaffSession } from '#web/lib/staff-session.ts';
import { AccountSignInForm } from './account-sign-in-form.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SharedPasswordForm } from './shared-password-form.tsx';
import type { useGateForm } from './use-gate-form.ts';

const otherWayTexts: Readonly<Record<ReturnType<typeof useGateForm>['way'], string>> = {
  shared: 'Use my own account',
  account: 'Use the shared password',
  forgot: 'Back to sign in',
};

type GateFormProps = {
  staffRole: StaffRole;
  form: ReturnType<typeof useGateForm>;
  /** Gets the new session; without it, the session is opened. */
  onSession?: ((session: StaffSession) => void) | undefined;
};

/** The chosen form of a role's gate, and the ways to the others. */
export function GateForm({ staffRole, form, onSession }: GateFormProps) {
  const { way, setWay, isKnown, hasSharedPassword } = form;
  return (
    <>
      {!isKnown && <Skeleton className="h-40" />}
      {isKnown && way === 'shared' && <SharedPasswordForm staffRole={staffRole} onSession={onSession} />}
      {isKnown && way === 'account' && <AccountSignInForm onSession={onSession} />}
      {way === 'forgot' && <ForgotPasswordForm onSent={() => setWay('account')} />}
      {isKnown && way === 'account' && (
        <Button variant="quiet" className="mt-3 w-full" onClick={() => setWay('forgot')}>
          Forgot your password?
        </Button>
      )}
      {(way !== 'account' || hasSharedPassword) && (
        <Button
          variant="quiet"
          className="mt-3 w-full"
          onClick={() => setWay(way === 'account' ? 'shared' : 'account')}
        >
          {otherWayTexts[way]}
        </Button>
      )}
    </>
  );
}
