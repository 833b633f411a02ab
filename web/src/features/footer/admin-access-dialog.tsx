import { useNavigate } from 'react-router-dom';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { SharedPasswordForm } from '../staff-gate/shared-password-form.tsx';

type AdminAccessDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Signs an administrator in and opens the dashboard. */
export function AdminAccessDialog({ open, onOpenChange }: AdminAccessDialogProps) {
  const navigate = useNavigate();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Admin Access"
      description="For the studio's staff."
      size="sm"
    >
      <SharedPasswordForm
        staffRole="admin"
        onOpen={() => {
          onOpenChange(false);
          navigate('/admin');
        }}
      />
    </Dialog>
  );
}
