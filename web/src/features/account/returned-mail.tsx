import { useSWRConfig } from 'swr';
import type { AddressFault } from '#services/contract/address-fault.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { accountMessages } from './account-messages.ts';
import { tryAddressAgain } from './api/try-address-again.ts';

const texts: Record<AddressFault, { title: string; text: string }> = {
  hard_bounce: {
    title: 'Mails to this address come back',
    text: 'There seems to be no mailbox with it. Please check it letter by letter.',
  },
  invalid_email: {
    title: 'Mails to this address come back',
    text: 'There seems to be no mailbox with it. Please check it letter by letter.',
  },
  blocked: {
    title: 'Mails to this address are blocked',
    text: 'Its provider does not take them, so you may miss a change of your class.',
  },
  spam: {
    title: 'Mails to this address were reported as spam',
    text: 'So we have taken you off the newsletter, and other emails may no longer reach you.',
  },
};

type ReturnedMailProps = { fault: AddressFault; onChangeAddress: () => void };

/** Reports that mail does not arrive, and offers both ways out: another address, or another try with this one. */
export const ReturnedMail = ({ fault, onChangeAddress }: ReturnedMailProps) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const tryAgain = async () => {
    try {
      await tryAddressAgain();
      toast(accountMessages.addressTriedAgain);
      await mutate('/api/user/profile');
    } catch (cause) {
      toast(accountMessages.saveFailed(cause));
    }
  };
  const { title, text } = texts[fault];
  return (
    <Notice tone="warning" title={title} className="mt-2">
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onChangeAddress}>
          Use another address
        </Button>
        <Button variant="quiet" size="sm" busy={busy} onClick={() => void run(tryAgain)}>
          {busy ? 'Trying...' : 'Try this one again'}
        </Button>
      </div>
    </Notice>
  );
};
