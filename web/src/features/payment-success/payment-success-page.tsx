import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { type CompletedPayment, useCompletedPayment } from './use-completed-payment.ts';

const visibleIdLength = 8;

const NotBought = ({ title, text }: { title: string; text: string }) => (
  <OutcomePanel
    icon={<CircleAlert aria-hidden="true" className="mx-auto size-12 text-rust" strokeWidth={1.4} />}
    title={title}
  >
    <p className="mt-3">{text}</p>
    <Button asChild size="lg" className="mt-8 w-full md:w-auto">
      <Link to="/#pricing">Back to the passes</Link>
    </Button>
  </OutcomePanel>
);

const PassText = ({ completed }: { completed: CompletedPayment }) => {
  switch (completed.kind) {
    case 'completing':
      return (
        <p className="mt-4 flex justify-center">
          <Spinner label="Adding the pass to your account..." />
        </p>
      );
    case 'completed':
      return (
        <p className="mt-3 text-lg">
          Your {completed.pass.name} is in your account:{' '}
          {formatCount(completed.pass.classes, 'class', 'classes')}, to use by{' '}
          {formatDate(completed.pass.expiresAt)}.
        </p>
      );
    case 'pending':
      return (
        <p className="mt-3 text-lg">
          Your pass is on its way to your account. It shows in{' '}
          <Link to="/my-passes" className="text-link">
            My Passes
          </Link>{' '}
          in a moment, with the date to use it by.
        </p>
      );
    case 'unknown':
      return (
        <p className="mt-3 text-lg">
          Thank you. Your pass and the date to use it by are in{' '}
          <Link to="/my-passes" className="text-link">
            My Passes
          </Link>
          .
        </p>
      );
    default:
      return null;
  }
};

/** /payment-success: the return URL of a pass payment. */
export const PaymentSuccessPage = () => {
  const [query] = useSearchParams();
  // Stripe adds it; with it anyone could read the payment, and the page does not need it.
  useAddressSecret('payment_intent_client_secret');
  const { status } = useAuth();
  const paymentIntent = query.get('payment_intent');
  const transaction = query.get('session_id') ?? paymentIntent;
  const hasFailedAtBank = query.get('redirect_status') === 'failed';
  const completed = useCompletedPayment(status === 'signed-in' && !hasFailedAtBank ? paymentIntent : null);
  if (hasFailedAtBank || completed.kind === 'not-paid') {
    const text = 'Nothing was charged. You can try again, or use another card.';
    return <NotBought title="The payment did not go through" text={text} />;
  }
  if (completed.kind === 'refunded') {
    return <NotBought title="No pass was bought" text={completed.message} />;
  }
  return (
    <OutcomePanel
      icon={<CircleCheck aria-hidden="true" className="mx-auto size-12 text-kelp" strokeWidth={1.4} />}
      title="Payment Successful!"
    >
      <div aria-live="polite">
        <PassText completed={completed} />
      </div>
      {transaction ? (
        <p className="mt-6 text-ink-muted">
          Transaction ID{' '}
          <span className="tabular font-medium text-ink">{transaction.slice(-visibleIdLength)}</span>
        </p>
      ) : null}
      <div className="mt-8 flex flex-col justify-center gap-3 md:flex-row">
        <Button asChild size="lg">
          <Link to="/book-classes">Book Your Classes</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/">Back to Home</Link>
        </Button>
      </div>
    </OutcomePanel>
  );
};
