const visibleIdLength = 20;

/** The start of the checkout session's id, to quote to support. */
export const PaymentConfirmation = ({ sessionId }: { sessionId: string | null }) => {
  if (sessionId === null) return null;
  return (
    <p className="text-ink-muted">
      Payment confirmation:{' '}
      <span className="tabular wrap-anywhere font-medium text-ink">
        {sessionId.slice(0, visibleIdLength)}
      </span>
    </p>
  );
};
