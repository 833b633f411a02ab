import { type ReactNode, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import type { ToastMessage } from '#web/lib/toast-message.ts';

interface RemovableRowProps {
  readonly title: ReactNode;
  readonly details: ReactNode;
  /** The button's text, and its text while it works. */
  readonly label: string;
  readonly busyLabel: string;
  /** The button for screen readers, which read it without its row. */
  readonly fullLabel: string;
  /** The id of the `AccountSection`. */
  readonly sectionId: string;
  readonly remove: () => Promise<void>;
  readonly removed: ToastMessage;
  readonly notRemoved: (cause: unknown) => ToastMessage;
  /** Replaces all of that, for the device that the page is on. */
  readonly onPress?: (() => void) | undefined;
}

/** A row of My Account with a button that removes what it names. */
export const RemovableRow = ({
  title,
  details,
  label,
  busyLabel,
  fullLabel,
  sectionId,
  remove,
  removed,
  notRemoved,
  onPress,
}: RemovableRowProps) => {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await remove();
      // The focused button is removed with its row.
      document.getElementById(`${sectionId}-title`)?.focus();
      toast(removed);
    } catch (cause) {
      setBusy(false);
      toast(notRemoved(cause));
    }
  };
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span>
        <span className="block font-medium">{title}</span>
        <span className="tabular block text-ink-muted text-sm">{details}</span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        className="shrink-0"
        aria-label={fullLabel}
        onClick={onPress ?? (() => void press())}
      >
        {isBusy ? busyLabel : label}
      </Button>
    </li>
  );
};
