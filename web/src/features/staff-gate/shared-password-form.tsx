import type { StaffRole } from '#services/contract/staff.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SignInPasswordField } from './sign-in-password-field.tsx';
import { useStaffSignIn } from './use-staff-sign-in.ts';

type SharedPasswordFormProps = {
  staffRole: StaffRole;
  /** Called once the session is open. */
  onOpen?: (() => void) | undefined;
};

/** Signs in with the password that everyone of a role shares. */
export function SharedPasswordForm({ staffRole, onOpen }: SharedPasswordFormProps) {
  const form = useStaffSignIn(onOpen);
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
