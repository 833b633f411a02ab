import { useEffect, useState } from 'react';
import type { TaughtClass } from '../../../../services/contract/instructor.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { getErrorMessage } from '../../lib/api-error.ts';
import { formatWallDay } from '../../lib/london-time.ts';
import { openHealth } from './api/fetch-health.ts';
import { healthSummary } from './health-answers.ts';
import { RosterSheet } from './roster-sheet.tsx';

/** The notes of those who have some; opening each is noted. */
const readNotes = async ({ id, bookings }: TaughtClass): Promise<ReadonlyMap<number, string>> => {
  const notes = new Map<number, string>();
  for (const { id: bookingId, user, hasHealthNotes } of bookings) {
    if (user === null) continue;
    notes.set(bookingId, hasHealthNotes ? healthSummary(await openHealth(id, bookingId)) : 'Nothing noted');
  }
  return notes;
};

type Sheet = { readonly health: ReadonlyMap<number, string> | null };

/** Prints the roster of one class; health notes are on it only when asked for. */
export const PrintDialog = ({ taught, onClose }: { taught: TaughtClass; onClose: () => void }) => {
  const [withHealth, setWithHealth] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sheet, setSheet] = useState<Sheet | null>(null);

  const print = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setSheet({ health: withHealth ? await readNotes(taught) : null });
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  useEffect(() => {
    // The sheet is on the page by now; each press makes a new one.
    if (sheet !== null) globalThis.print();
  }, [sheet]);

  return (
    <>
      <Dialog
        open
        onOpenChange={(isOpen) => isOpen || onClose()}
        title="Print the roster"
        description={`${formatWallDay(taught.date)}, ${taught.time.slice(0, 5)}: names, phone numbers and boxes to tick.`}
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
