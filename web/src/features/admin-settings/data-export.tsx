import { useState } from 'react';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';
import { success } from '#web/lib/toast-message.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';

/** Downloads everything that the studio has stored. */
export const DataExport = () => {
  const { busy, run } = useOneAtATime();
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    setFailure(null);
    try {
      const response = await send('/api/admin/export', { method: 'POST', accept: 'application/zip' });
      downloadFile('studio-data.zip', await response.blob());
      toast(success('Download complete', 'It holds personal data: keep it safe.'));
    } catch (cause) {
      setFailure(cause);
    }
  };
  return (
    <div className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5">
      <p>
        Members, passes, bookings, classes, payments, memberships and every event, as CSV and JSON, with a
        README of the columns. Passwords and answers about health are not in it. Who downloads it is recorded.
      </p>
      <FailureReason cause={failure} />
      <Button
        variant="secondary"
        busy={busy}
        className="self-start max-sm:w-full"
        onClick={() => void run(download)}
      >
        {busy ? 'Preparing...' : 'Download all data'}
      </Button>
    </div>
  );
};
