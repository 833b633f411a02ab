import { useEffect, useRef, useState } from 'react';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { closePayment, openPayment } from './open-payments.ts';

interface OpenPayment {
  /** Null while it is being set up. */
  readonly payment: CreatePaymentIntentAnswer | null;
  /** Gives the payment up and begins another. */
  readonly renew: () => void;
}

/** The payment for a pass; `onFailed` hears why there is none. */
export const useOpenPayment = (pass: CatalogueProduct, onFailed: (cause: unknown) => void): OpenPayment => {
  const [payment, setPayment] = useState<CreatePaymentIntentAnswer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const fail = useRef(onFailed);
  useEffect(() => {
    fail.current = onFailed;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks anew
  useEffect(() => {
    let left = false;
    openPayment(pass).then(
      (opened) => {
        if (!left) setPayment(opened);
      },
      (cause: unknown) => {
        if (!left) fail.current(cause);
      },
    );
    return () => {
      left = true;
    };
  }, [pass, attempt]);

  const renew = () => {
    closePayment(pass);
    setPayment(null);
    setAttempt(attempt + 1);
  };
  return { payment, renew };
};
