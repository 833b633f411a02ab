const shownOfId = 20;

/** The beginning of the payment's own name, to quote when something is amiss. */
export const PaymentConfirmation = ({ sessionId }: { sessionId: string | null }) => {
  if (sessionId === null) return null;
  return (
    <p className="text-ink-muted">
      Payment confirmation:{' '}
      <span className="tabular wrap-anywhere font-medium text-ink">{sessionId.slice(0, shownOfId)}</span>
    </p>
  );
};
