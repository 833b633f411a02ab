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

/** Opens the payment for a pass; calls `onFailed` with the error when that fails. */
export const useOpenPayment = (pass: CatalogueProduct, onFailed: (cause: unknown) => void): OpenPayment => {
  const [payment, setPayment] = useState<CreatePaymentIntentAnswer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latestOnFailed = useRef(onFailed);
  useEffect(() => {
    latestOnFailed.current = onFailed;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` requests a new one
  useEffect(() => {
    let isUnmounted = false;
    openPayment(pass).then(
      (opened) => {
        if (!isUnmounted) setPayment(opened);
      },
      (cause: unknown) => {
        if (!isUnmounted) latestOnFailed.current(cause);
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
