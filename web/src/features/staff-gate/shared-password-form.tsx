import type { StaffRole } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { StaffSession } from '#web/lib/staff-session.ts';
import { SignInPasswordField } from './sign-in-password-field.tsx';
import { useStaffSignIn } from './use-staff-sign-in.ts';

type SharedPasswordFormProps = {
  staffRole: StaffRole;
  /** Gets the new session; without it, the session is opened. */
  onSession?: ((session: StaffSession) => void) | undefined;
};

/** Signs in with the password that everyone of a role shares. */
export function SharedPasswordForm({ staffRole, onSession }: SharedPasswordFormProps) {
  const form = useStaffSignIn(onSession);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.signIn({ role: staffRole, password: form.password });
      }}
      className="flex flex-col gap-5"
    >
      <SignInPasswordField form={form} />
      <Button type="submit" busy={form.busy} disabled={form.password === ''}>
        Access Dashboard
      </Button>
    </form>
  );
}
