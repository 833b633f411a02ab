import { useEffect, useRef, useState } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '#services/contract/payments.ts';
import { closePayment, openPayment } from './open-payments.ts';

interface OpenPayment {
  /** Null while it is created. */
  readonly payment: CreatePaymentIntentAnswer | null;
  /** Replaces the payment by a new one. */
  readonly renew: () => void;
}

interface OpenPaymentCallbacks {
  readonly onFailed: (cause: unknown) => void;
  /** The pass has changed, and the member does not go on. */
  readonly onDeclined: () => void;
}

/** Opens the payment for a pass. */
export const useOpenPayment = (pass: CatalogueProduct, callbacks: OpenPaymentCallbacks): OpenPayment => {
  const [payment, setPayment] = useState<CreatePaymentIntentAnswer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` requests a new one
  useEffect(() => {
    let isUnmounted = false;
    openPayment(pass).then(
      (opened) => {
        if (isUnmounted) return;
        if (opened === null) latest.current.onDeclined();
        else setPayment(opened);
      },
      (cause: unknown) => {
        if (!isUnmounted) latest.current.onFailed(cause);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [pass, attempt]);

  const renew = () => {
    closePayment(pass);
    setPayment(null);
    setAttempt(attempt + 1);
  };
  return { payment, renew };
};
