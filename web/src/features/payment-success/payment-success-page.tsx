import { CircleAlert, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { readWantedClassSearch } from '../timetable/wanted-class.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import { useCompletedPayment } from './use-completed-payment.ts';

const visibleIdLength = 8;

const icons = {
  good: { Icon: CircleCheck, classes: 'text-kelp' },
  open: { Icon: Hourglass, classes: 'text-amber' },
  bad: { Icon: CircleAlert, classes: 'text-rust' },
} satisfies Record<string, { Icon: LucideIcon; classes: string }>;

interface OutcomeProps {
  readonly tone: keyof typeof icons;
  readonly title: string;
  readonly transaction: string | null;
  readonly children: ReactNode;
}

/** The outcome, the transaction's id to quote to the studio, and the ways on. */
const Outcome = ({ tone, title, transaction, children }: OutcomeProps) => {
  const { Icon, classes } = icons[tone];
  return (
    <OutcomePanel
      icon={<Icon aria-hidden="true" className={`mx-auto size-12 ${classes}`} strokeWidth={1.4} />}
      title={title}
    >
      <div aria-live="polite" className="mt-3 text-lg">
        {children}
      </div>
      {transaction ? (
        <p className="mt-6 text-ink-muted">
          Transaction ID{' '}
          <span className="tabular font-medium text-ink">{transaction.slice(-visibleIdLength)}</span>
        </p>
      ) : null}
      <div className="mt-8 flex flex-col justify-center gap-3 md:flex-row">
        <Button asChild size="lg">
          <Link to={`/book-classes${readWantedClassSearch() ?? ''}`}>Book Your Classes</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/">Back to Home</Link>
        </Button>
      </div>
    </OutcomePanel>
  );
};

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

const MyPassesLink = () => (
  <Link to="/my-passes" className="text-link">
    My Passes
  </Link>
);

const SignInToSee = ({ transaction }: { transaction: string | null }) => {
  const { openAuth } = useAuth();
  return (
    <Outcome tone="open" title="Sign in to see your payment" transaction={transaction}>
      <p>
        <button type="button" className="text-link" onClick={() => openAuth('signin')}>
          Sign in
        </button>{' '}
        with the account that you paid from, and this page says what became of it.
      </p>
    </Outcome>
  );
};

interface LookedUpProps {
  readonly paymentIntent: string;
  readonly transaction: string;
}

/** The payment as the studio knows it. */
const LookedUpPayment = ({ paymentIntent, transaction }: LookedUpProps) => {
  const completed = useCompletedPayment(paymentIntent);
  switch (completed.kind) {
    case 'completing':
      return (
        <div className="grid min-h-96 place-items-center" aria-busy="true">
          <Spinner label="Adding the pass to your account..." />
        </div>
      );
    case 'completed':
      return (
        <Outcome tone="good" title="Payment Successful!" transaction={transaction}>
          Your {completed.pass.name} is in your account:{' '}
          {formatCount(completed.pass.classes, 'class', 'classes')}, to use by{' '}
          {formatDate(completed.pass.expiresAt)}.
          {completed.booking ? (
            <span className="mt-3 block">
              Your place is booked: it is in{' '}
              <Link to="/my-classes" className="text-link">
                My Classes
              </Link>
              .
            </span>
          ) : null}
          {completed.notBooked ? (
            <span className="mt-3 block">
              The place that you wanted could not be booked. Your pass is untouched; use it for any other
              class.
            </span>
          ) : null}
        </Outcome>
      );
    case 'processing':
      return (
        <Outcome tone="open" title="Your bank is still working on it" transaction={transaction}>
          Your payment is on its way. As soon as it is through, your pass is in <MyPassesLink />, and this
          page says so. You need not wait here, or pay again.
        </Outcome>
      );
    case 'unknown':
      return (
        <Outcome tone="open" title="We could not look up your payment yet" transaction={transaction}>
          We ask again by ourselves. If you have paid, your pass shows in <MyPassesLink /> in a moment; please
          do not pay again.
        </Outcome>
      );
    case 'not-found':
      return <UnknownPayment transaction={transaction} />;
    case 'refunded':
      return <NotBought title="No pass was bought" text={completed.message} />;
    case 'not-paid':
      return <NotPaid />;
  }
};

const NotPaid = () => (
  <NotBought
    title="The payment did not go through"
    text="Nothing was charged. You can try again, or use another card."
  />
);

const UnknownPayment = ({ transaction }: { transaction: string | null }) => (
  <Outcome tone="open" title="We could not find this payment" transaction={transaction}>
    There is no such payment in your account. If you have just paid, please sign in with the account you paid
    from. What you have bought is in <MyPassesLink />.
  </Outcome>
);

/** /payment-success: the return URL of a pass payment, with the actual outcome. */
export const PaymentSuccessPage = () => {
  const [query] = useSearchParams();
  // Stripe adds it; with it anyone could read the payment, and the page does not need it.
  useAddressSecret('payment_intent_client_secret');
  const { user, status } = useAuth();
  const paymentIntent = query.get('payment_intent');
  const transaction = query.get('session_id') ?? paymentIntent;
  if (query.get('redirect_status') === 'failed') return <NotPaid />;
  if (status === 'loading') return <div className="min-h-96" aria-busy="true" />;
  if (user === null) return <SignInToSee transaction={transaction} />;
  if (paymentIntent === null) return <UnknownPayment transaction={transaction} />;
  return (
    <LookedUpPayment
      // Another member's payments are others.
      key={user.id}
      paymentIntent={paymentIntent}
      transaction={transaction ?? paymentIntent}
    />
  );
};
