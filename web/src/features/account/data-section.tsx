import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { AccountSection } from './account-section.tsx';
import { downloadData } from './api/download-data.ts';

/** Everything the studio holds of the member, to take along. */
export const DataSection = () => {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadData();
    } catch (cause) {
      toast(messages.notDownloaded(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountSection
      id="data"
      title="Your data"
      text="Your profile, health answers, bookings, passes with all that happened to them, payments and membership, in one file (JSON)."
    >
      <Button variant="secondary" className="max-sm:w-full" busy={isBusy} onClick={run}>
        {isBusy ? 'Preparing...' : 'Download my data'}
      </Button>
    </AccountSection>
  );
};
