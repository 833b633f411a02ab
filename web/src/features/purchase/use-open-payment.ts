import { useEffect, useRef, useState } from 'react';

interface OpenPayment<Opened> {
  /** Null while it is created. */
  readonly payment: Opened | null;
  /** Replaces the payment by a new one. */
  readonly renew: () => void;
}

interface OpenPaymentOptions<Opened> {
  /** Opens the payment of the key, or returns the open one; null when the member does not go on. */
  readonly open: () => Promise<Opened | null>;
  readonly close: () => void;
  readonly onFailed: (cause: unknown) => void;
  readonly onDeclined: () => void;
}

/** Opens a payment; another one when the key changes. */
export const useOpenPayment = <Opened>(
  key: string,
  options: OpenPaymentOptions<Opened>,
): OpenPayment<Opened> => {
  const [opened, setOpened] = useState<{ readonly key: string; readonly payment: Opened } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` requests a new one
  useEffect(() => {
    let isUnmounted = false;
    latest.current.open().then(
      (payment) => {
        if (isUnmounted) return;
        if (payment === null) latest.current.onDeclined();
        else setOpened({ key, payment });
      },
      (cause: unknown) => {
        if (!isUnmounted) latest.current.onFailed(cause);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [key, attempt]);

  const renew = () => {
    latest.current.close();
    setOpened(null);
    setAttempt(attempt + 1);
  };
  return { payment: opened?.key === key ? opened.payment : null, renew };
};
