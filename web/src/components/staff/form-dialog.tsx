import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { FailureReason } from './failure-reason.tsx';

type FormDialogProps = {
  title: string;
  description?: string | undefined;
  size?: 'md' | 'lg' | undefined;
  submitLabel?: string | undefined;
  busyLabel?: string | undefined;
  busy: boolean;
  disabled?: boolean | undefined;
  /** The caught value of a failed submit, whose reason is shown under the fields. */
  failure?: unknown;
  /** Something is typed that is neither saved nor being saved: closing asks first. */
  isUnsaved: boolean;
  /** Classes of the form. */
  className: string;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog; its buttons stay in view under the fields. */
export function FormDialog({
  title,
  description,
  size,
  submitLabel = 'Save changes',
  busyLabel = 'Saving...',
  busy,
  disabled,
  failure = null,
  isUnsaved,
  className,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      size={size}
      isUnsaved={isUnsaved}
      footer={
        <>
          <DialogClose>Go back</DialogClose>
          <Button type="submit" form={formId} busy={busy} disabled={disabled}>
            {busy ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit(event);
        }}
      >
        {children}
      </form>
      <FailureReason cause={failure} />
    </Dialog>
  );
}
