import { useNavigate } from 'react-router-dom';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { openStaffSession } from '#web/lib/staff-session.ts';
import { GateForm } from '../staff-gate/gate-form.tsx';
import { useGateForm } from '../staff-gate/use-gate-form.ts';

type AdminAccessDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Signs an administrator in and opens the dashboard. */
export function AdminAccessDialog({ open, onOpenChange }: AdminAccessDialogProps) {
  const navigate = useNavigate();
  const form = useGateForm('admin');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Admin Access"
      description="For the studio's staff."
      size="sm"
    >
      <GateForm
        staffRole="admin"
        form={form}
        onSession={(session) => {
          openStaffSession(session);
          onOpenChange(false);
          navigate('/admin');
        }}
      />
    </Dialog>
  );
}
