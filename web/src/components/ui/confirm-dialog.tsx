import type { ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** Names what stays unchanged, such as "Keep my place". */
  cancelLabel?: string | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  tone?: 'primary' | 'danger' | undefined;
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  isOutsideHistory?: boolean | undefined;
};

/** Confirms an action that can't be undone. The caller closes it when the action is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Go back',
  busy = false,
  onConfirm,
  tone = 'primary',
  focusAfter,
  isOutsideHistory,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      size="sm"
      focusAfter={focusAfter}
      isOutsideHistory={isOutsideHistory}
      isDanger={tone === 'danger'}
      footer={
        <>
          <DialogClose variant={tone === 'danger' ? 'primary' : 'secondary'} disabled={busy}>
            {cancelLabel}
          </DialogClose>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
