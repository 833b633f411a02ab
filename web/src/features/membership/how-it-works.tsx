import { CalendarClock, DoorOpen, type LucideIcon, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { eachPeriod } from '#web/lib/period-words.ts';
import { HowToCancel } from './how-to-cancel.tsx';
import { formatChargeDay } from './membership-text.ts';

const Item = ({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) => (
  <li>
    <Icon aria-hidden="true" className="size-6 text-coral-dark" strokeWidth={1.5} />
    <h3 className="mt-3 text-lg">{title}</h3>
    <p className="mt-1 text-ink-muted">{children}</p>
  </li>
);

type CancellationTextProps = Pick<MembershipAnswer, 'status' | 'cancelAtPeriodEnd'> & {
  hasCancelButton: boolean;
};

const CancellationText = ({ status, cancelAtPeriodEnd, hasCancelButton }: CancellationTextProps) => {
  if (cancelAtPeriodEnd) return <>You have cancelled, and can change your mind until the period ends.</>;
  const howToCancel = <HowToCancel button={hasCancelButton ? 'here' : 'elsewhere'} />;
  return status !== 'past_due' ? (
    howToCancel
  ) : (
    <>{howToCancel} While it is not paid, it can also end at once.</>
  );
};

function describePayment(membership: MembershipAnswer): string {
  const { pricePence, interval, cancelAtPeriodEnd, planChange, pause, currentPeriodEnd } = membership;
  const price = formatPence(pricePence);
  if (cancelAtPeriodEnd)
    return `${price} was charged automatically ${eachPeriod[interval]}. You will not be charged again.`;
  if (pause !== null)
    return `Nothing is charged from ${formatDate(pause.from)} to ${formatDate(pause.until)}. After that ${price} is charged automatically ${eachPeriod[interval]} again.`;
  if (planChange !== null && currentPeriodEnd !== null)
    return `${formatPence(planChange.pricePence)} is charged automatically on ${formatDate(currentPeriodEnd)}, for ${planChange.planName}, and then ${eachPeriod[planChange.interval]}.`;
  return `${price} is charged automatically ${formatChargeDay(membership)}.`;
}

interface HowItWorksProps {
  readonly membership: MembershipAnswer;
  /** Whether the button that cancels is on the same page. */
  readonly hasCancelButton?: boolean;
}

/** How a current membership is charged, renewed and cancelled. */
export const HowItWorks = ({ membership, hasCancelButton = false }: HowItWorksProps) => (
  <section aria-labelledby="how-it-works" className="rounded-card bg-sand-soft p-5 md:p-8">
    <h2 id="how-it-works" className="text-2xl">
      How it works
    </h2>
    <ul className="mt-6 grid gap-8 md:grid-cols-3">
      <Item icon={CalendarClock} title="Payment">
        {describePayment(membership)}
      </Item>
      <Item icon={RefreshCw} title="Passes">
        Your passes reset to {membership.monthlyCredits} each billing period, however many you have used.
        Unused ones do not carry over.
      </Item>
      <Item icon={DoorOpen} title="Cancellation">
        <CancellationText {...membership} hasCancelButton={hasCancelButton} /> Your membership stays active to
        the end of its period; there are no partial refunds.
      </Item>
    </ul>
  </section>
);
