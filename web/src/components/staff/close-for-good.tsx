import { Lock } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { formatDayTime } from '#web/lib/london-time.ts';
import { Button } from '../ui/button.tsx';
import { EffectsDialog } from './effects-dialog.tsx';

/** That a month or period is closed, when and by whom. */
export const ClosedNote = ({ at, by }: { at: string; by: string }) => (
  <p className="flex items-center gap-2 text-ink-muted">
    <Lock aria-hidden="true" className="size-4.5" />
    Closed {formatDayTime(at)} by {by}
  </p>
);

type CloseButtonProps = Omit<ComponentProps<typeof EffectsDialog>, 'cancelLabel' | 'onClose'> & {
  label: string;
};

/** Closes a month or period for good, once the effects are confirmed. */
export function CloseButton({ label, ...dialog }: CloseButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Lock aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
      {isOpen && <EffectsDialog {...dialog} cancelLabel="Leave it open" onClose={() => setIsOpen(false)} />}
    </>
  );
}
