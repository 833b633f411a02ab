import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { focusFirstField } from '#web/lib/first-field.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { useSpecialOffer } from '../passes/api/use-special-offer.ts';
import { filterPassesOnSale } from '../passes/passes-on-sale.ts';
import { PaymentForm } from '../purchase/payment-form.tsx';
import { PaymentLoading } from '../purchase/payment-loading.tsx';
import { useOpenPayment } from '../purchase/use-open-payment.ts';
import { usePay } from '../purchase/use-pay.ts';
import { toReachingPassesKey, useReachingPasses } from './api/use-reaching-passes.ts';
import { CheckoutProblem } from './checkout-problem.tsx';
import { CheckoutTerms } from './checkout-terms.tsx';
import { MembershipChoice } from './membership-choice.tsx';
import { closeCheckoutPayment, openCheckoutPayment, toCheckoutKey } from './open-checkouts.ts';
import { PassChoice } from './pass-choice.tsx';
import { rankPasses } from './rank-passes.ts';

interface PayStepProps {
  readonly scheduledClass: ScheduledClass;
  readonly user: User;
  /** As reported by `onPayingChange`. */
  readonly isPaying: boolean;
  readonly onPayingChange: (isPaying: boolean) => void;
  readonly onEnd: (answer: CompletePaymentAnswer) => Promise<void>;
  readonly onClose: () => void;
}

type PayForClassProps = Omit<PayStepProps, 'isPaying' | 'user'> & { readonly pass: CatalogueProduct };

/** The payment of one pass that books the class. */
const PayForClass = ({ scheduledClass, pass, onPayingChange, onEnd, onClose }: PayForClassProps) => {
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState<unknown>(null);
  const { payment, renew } = useOpenPayment(toCheckoutKey(scheduledClass, pass), {
    open: () => openCheckoutPayment(scheduledClass, pass),
    close: () => closeCheckoutPayment(scheduledClass, pass),
    onFailed: (cause) => {
      setProblem(cause);
      // The pass may no longer be on sale to this member, or have other terms.
      void refreshWallet(mutate);
      void mutate(toReachingPassesKey(scheduledClass.id));
    },
    onDeclined: onClose,
  });
  const paying = usePay(pass.name, {
    onSettled: () => closeCheckoutPayment(scheduledClass, pass),
    onPurchased: onEnd,
    onUnfinished: onClose,
    onCancelled: renew,
  });
  const { isPaying } = paying;
  useEffect(() => onPayingChange(isPaying), [isPaying, onPayingChange]);
  const retry = () => {
    setProblem(null);
    renew();
  };

  if (problem !== null)
    return (
      <CheckoutProblem cause={problem} scheduledClass={scheduledClass} onRetry={retry} onClose={onClose} />
    );
  if (payment === null) return <PaymentLoading />;
  return (
    <>
      <CheckoutTerms
        scheduledClass={scheduledClass}
        reservedUntil={payment.reservedUntil}
        isPaying={isPaying}
        onRenew={renew}
      />
      <PaymentForm key={payment.clientSecret} pass={pass} payment={payment} onCancelled={renew} {...paying} />
    </>
  );
};

type ChosenPassProps = PayStepProps & {
  readonly passes: readonly CatalogueProduct[];
  readonly cheapest: CatalogueProduct;
};

/** The choice of a pass, and its payment. */
const ChosenPass = ({ passes, cheapest, isPaying, ...props }: ChosenPassProps) => {
  // The pass as it was chosen: one that can be bought once leaves the list when it is bought, before the booking is known.
  const [chosen, setChosen] = useState(cheapest);
  // The field that had the focus is removed with the step before.
  useEffect(() => void focusFirstField(document), []);
  return (
    <div className="flex flex-col gap-6">
      <PassChoice ranked={rankPasses(passes)} chosenId={chosen.id} isDisabled={isPaying} onChoose={setChosen}>
        <MembershipChoice onLeave={props.onClose} />
      </PassChoice>
      <section aria-label="Payment">
        <PayForClass key={chosen.id} pass={chosen} {...props} />
      </section>
    </div>
  );
};

/** Offers the passes that reach the class, and the payment of the chosen one. */
export const PayStep = (props: PayStepProps) => {
  const { scheduledClass, user, onClose } = props;
  const { passes, hasFailed, retry } = useReachingPasses(scheduledClass.id);
  const offerDaysLeft = useSpecialOffer(true);
  if (hasFailed)
    return (
      <LoadProblem title="The passes are not here just now" text="We could not load them." onRetry={retry} />
    );
  if (passes === undefined) return <PaymentLoading />;
  const onSale = filterPassesOnSale(passes, user, offerDaysLeft !== null);
  const [cheapest] = rankPasses(onSale).first;
  if (cheapest === undefined)
    return (
      <>
        <p className="mb-5">No pass on sale lasts until this class. You can book it nearer the time.</p>
        <MembershipChoice onLeave={onClose} />
      </>
    );
  return <ChosenPass passes={onSale} cheapest={cheapest} {...props} />;
};
