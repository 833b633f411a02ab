import { Link } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { accountMessages } from './account-messages.ts';
import { AccountSection } from './account-section.tsx';
import { downloadData } from './api/download-data.ts';

/** Offers the member's data export. */
export const DataSection = () => {
  const { busy, run } = useOneAtATime();
  const download = () =>
    downloadData().catch((cause: unknown) => toast(accountMessages.downloadFailed(cause)));
  return (
    <AccountSection
      id="data"
      title="Your data"
      text="Your profile, health answers, bookings, passes with all that happened to them, payments, membership and the studio’s notes about you, in one file (JSON)."
    >
      <Button variant="secondary" className="max-sm:w-full" busy={busy} onClick={() => void run(download)}>
        {busy ? 'Preparing...' : 'Download my data'}
      </Button>
      <p className="mt-4 text-ink-muted text-sm">
        Something wrong with how we use it?{' '}
        <Link to="/complaints" className="text-link">
          Complain to us
        </Link>
        .
      </p>
    </AccountSection>
  );
};
