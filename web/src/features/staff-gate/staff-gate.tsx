import { type ReactNode, useState } from 'react';
import type { StaffRole } from '../../../../services/contract/staff.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useStaffSession } from '../../lib/staff-session.ts';
import { AccountSignInForm } from './account-sign-in-form.tsx';
import { SharedPasswordForm } from './shared-password-form.tsx';

const doors = {
  admin: { title: 'Admin Dashboard', text: 'For the studio’s admins. Enter the admin password.' },
  instructor: { title: 'Instructor Dashboard', text: 'For instructors. Enter the instructors’ password.' },
  auditor: { title: 'Auditor’s Desk', text: 'For auditors. Enter the auditors’ password.' },
} as const;

const asRole: Record<StaffRole, string> = {
  admin: 'an admin',
  instructor: 'an instructor',
  auditor: 'an auditor',
};

type Wanted = keyof typeof doors;

/** An admin may go everywhere. */
const mayEnter = (role: StaffRole, wanted: Wanted): boolean => role === wanted || role === 'admin';

function Gate({ wanted, openAs }: { wanted: Wanted; openAs: StaffRole | null }) {
  const [isOwn, setIsOwn] = useState(false);
  const { title, text } = doors[wanted];
  return (
    <div className="mx-auto max-w-md py-6 md:py-14">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-2 text-ink-muted">
        {isOwn ? 'Sign in with the account that you made from your invitation.' : text}
      </p>
      {openAs !== null && (
        <Notice className="mt-5">
          You are signed in as {asRole[openAs]}, and this page is not for you. Sign in here as someone else,
          or log out.
        </Notice>
      )}
      <Card className="mt-6">
        {isOwn ? <AccountSignInForm /> : <SharedPasswordForm door={wanted} />}
        <Button variant="quiet" className="mt-3 w-full" onClick={() => setIsOwn(!isOwn)}>
          {isOwn ? 'Use the shared password' : 'Use my own account'}
        </Button>
      </Card>
    </div>
  );
}

/** Lets through who may be here; anyone else meets the gate. Lasts as long as the staff session of the browser tab. */
export function StaffGate({ wanted, children }: { wanted: Wanted; children: ReactNode }) {
  const session = useStaffSession();
  if (session !== null && mayEnter(session.role, wanted)) return children;
  return <Gate wanted={wanted} openAs={session?.role ?? null} />;
}
