import type { ReactNode } from 'react';
import { toast } from '../ui/toast.ts';
import { EffectsDialog } from './effects-dialog.tsx';
import type { FactText } from './fact-texts.ts';
import { type Resource, staffMessages } from './staff-messages.ts';
import type { Seen } from './use-seen-edit.tsx';

type DeleteDialogProps = {
  what: Resource;
  name: string;
  path: string;
  /** What the page shows of it; nothing of a member, whose data is erased however it changed. */
  seen?: Seen | undefined;
  texts?: Readonly<Record<string, FactText>> | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  refusal?: ((error: unknown) => ReactNode) | undefined;
  /** Reloads what showed the deleted thing. */
  onDeleted: () => Promise<unknown>;
  onClose: () => void;
};

/** Deletes something once its effects are confirmed. */
export const DeleteDialog = ({ what, name, path, onDeleted, ...rest }: DeleteDialogProps) => (
  <EffectsDialog
    title={`Delete ${name}?`}
    call={{ path, method: 'DELETE' }}
    onSuccess={() => {
      toast(staffMessages.deleted(what));
      return onDeleted();
    }}
    onFailure={() => toast(staffMessages.deleteFailed(what))}
    {...rest}
  />
);
