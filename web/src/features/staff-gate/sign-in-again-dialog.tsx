import { useState } from 'react';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { request } from '#web/lib/http.ts';
import { getStaffIdentity, openStaffSession, type StaffSession } from '#web/lib/staff-session.ts';
import { isAnythingTyped } from '#web/lib/unsaved-changes.ts';
import { GateForm } from './gate-form.tsx';
import { useGateForm } from './use-gate-form.ts';

/** The session is ended on the server in the background. */
const endSession = ({ token }: StaffSession): void => {
  void request('/api/staff/session', { method: 'DELETE', token, keepalive: true }).catch(() => undefined);
};

const describe = ({ name, role }: StaffSession): string => name ?? staffRoleTexts[role].withArticle;

interface SignInAgainDialogProps {
  /** The session that ended. */
  readonly ended: StaffSession;
  readonly notice: string | null;
  /** Ends the question with the same person's new token, or with null, which also closes the session. */
  readonly settle: (token: string | null) => void;
  /** Ends the question without a new session. */
  readonly onClose: () => void;
}

/**
 * The staff gate over a page whose session ended. It hides the page, and what is typed there stays for the same person only: another one
 * starts anew.
 */
export function SignInAgainDialog({ ended, notice, settle, onClose }: SignInAgainDialogProps) {
  const form = useGateForm(ended.role, ended.staffId === null ? 'shared' : 'account');
  const [other, setOther] = useState<StaffSession | null>(null);
  const [isTyped] = useState(isAnythingTyped);

  const goOn = (session: StaffSession) => {
    if (getStaffIdentity(session) !== getStaffIdentity(ended)) {
      setOther(session);
      return;
    }
    settle(session.token);
    openStaffSession(session);
  };
  const signInAsBefore = (session: StaffSession) => {
    endSession(session);
    setOther(null);
  };

  if (other !== null) {
    return (
      <Dialog
        open
        onOpenChange={() => signInAsBefore(other)}
        title="This is someone else"
        description={`You signed in as ${describe(other)}. The page belongs to ${describe(ended)}, and nothing was sent.`}
        size="sm"
        isDanger
        coversPage
        footer={
          <>
            <Button onClick={() => signInAsBefore(other)}>Sign in as {describe(ended)}</Button>
            <Button
              variant="danger"
              onClick={() => {
                openStaffSession(other);
                settle(null);
              }}
            >
              {isTyped ? 'Discard what was typed' : `Go on as ${describe(other)}`}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Please sign in again"
      description={
        isTyped
          ? `The session of ${describe(ended)} has ended. What was typed is still here, and goes on after signing in. Closing this discards it.`
          : `The session of ${describe(ended)} has ended. The page goes on after signing in.`
      }
      size="sm"
      coversPage
    >
      {notice !== null && <Notice className="mb-5">{notice}</Notice>}
      <GateForm staffRole={ended.role} form={form} onSession={goOn} />
    </Dialog>
  );
}
