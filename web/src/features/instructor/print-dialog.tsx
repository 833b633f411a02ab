import { useEffect, useState } from 'react';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { fetchHealth } from './api/fetch-health.ts';
import { summariseHealth } from './health-answers.ts';
import { RosterSheet } from './roster-sheet.tsx';

/** Reads the health notes of a class. The server records each read. */
const readHealthNotes = async ({ id, bookings }: TaughtClass): Promise<ReadonlyMap<number, string>> => {
  const notes = new Map<number, string>();
  for (const { id: bookingId, user, hasHealthNotes, hasAnsweredHealth } of bookings) {
    if (user === null) continue;
    const without = hasAnsweredHealth ? 'Nothing noted' : 'Not answered yet';
    notes.set(bookingId, hasHealthNotes ? summariseHealth(await fetchHealth(id, bookingId)) : without);
  }
  return notes;
};

/** `health` is null for a roster without health notes. */
type Sheet = { readonly health: ReadonlyMap<number, string> | null };

/** Prints the roster of a class, on request with health notes. */
export const PrintDialog = ({ taught, onClose }: { taught: TaughtClass; onClose: () => void }) => {
  const [withHealth, setWithHealth] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sheet, setSheet] = useState<Sheet | null>(null);

  const print = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setSheet({ health: withHealth ? await readHealthNotes(taught) : null });
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  useEffect(() => {
    // The sheet is rendered by now. Each click creates a new one.
    if (sheet !== null) globalThis.print();
  }, [sheet]);

  return (
    <>
      <Dialog
        open
        onOpenChange={(isOpen) => isOpen || onClose()}
        title="Print the roster"
        description={`${formatShortWallDay(taught.date)}, ${taught.time.slice(0, 5)}: names, phone numbers and boxes to tick.`}
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            <Button busy={isBusy} onClick={() => void print()}>
              Print
            </Button>
          </>
        }
      >
        <Checkbox
          label="With health notes"
          hint="The studio keeps a note that you opened them. Shred the sheet after class."
          checked={withHealth}
          onCheckedChange={setWithHealth}
        />
        {error !== undefined && (
          <Notice tone="error" title="Failed to fetch health details" className="mt-3">
            {getErrorMessage(error, 'Please try again.')}
          </Notice>
        )}
      </Dialog>
      {sheet !== null && <RosterSheet taught={taught} health={sheet.health} />}
    </>
  );
};
