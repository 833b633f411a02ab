import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { thePeriod } from '#web/lib/period-words.ts';

const describeNextAttempt = (at: string | null): string =>
  at === null
    ? 'We will not try your card again, so please pay here to keep your membership.'
    : `We try your card again on ${formatDayTime(at)}.`;

/** The last charge failed: what that means, where to pay, and when the card is charged again. */
export const PastDueNotice = ({ membership }: { membership: MembershipAnswer }) => {
  const hint = useId();
  const { openPayment, pricePence, interval } = membership;
  return (
    <Notice tone="warning" title="Your last payment did not go through">
      <p>
        The classes you have booked stay booked. You can book more on your membership once{' '}
        {formatPence(pricePence)} is paid. {describeNextAttempt(openPayment?.nextAttemptAt ?? null)}
      </p>
      <p className="mt-2">
        You can also cancel your membership, now or for the end of {thePeriod[interval]}. This payment is then
        cancelled, and nothing more is charged.
      </p>
      {openPayment?.url ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button asChild>
            <a href={openPayment.url} target="_blank" rel="noopener noreferrer" aria-describedby={hint}>
              Pay {formatPence(pricePence)} now
              <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
            </a>
          </Button>
          <span id={hint} className="text-ink-muted text-sm">
            Opens in a new tab
          </span>
        </div>
      ) : (
        <p className="mt-2">
          To pay with another card, please write to <StudioEmail />.
        </p>
      )}
    </Notice>
  );
};
