import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { OutcomePanel } from '../payment-success/outcome-panel.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';

const reasons = {
  'not-paid': {
    title: 'Your payment has not gone through',
    text: 'Nothing was charged, and no membership was started. You can try again, or use another card.',
    link: { to: '/#membership', label: 'Back to the membership' },
  },
  'already-member': {
    title: 'You were a member already',
    text: 'There is one membership for each of us. This second payment goes back to your card in full; the membership you had goes on as before.',
    link: { to: '/my-membership', label: 'View My Membership' },
  },
  'not-found': {
    title: 'We could not find this payment',
    text: 'There is no such payment in your account. If you have just paid, please sign in with the account you paid from.',
    link: { to: '/my-membership', label: 'View My Membership' },
  },
} as const;

interface NotStartedProps {
  readonly reason: keyof typeof reasons;
  readonly sessionId: string | null;
}

/** Explains why the payment started no membership. */
export const NotStarted = ({ reason, sessionId }: NotStartedProps) => {
  const { title, text, link } = reasons[reason];
  return (
    <OutcomePanel
      icon={<CircleAlert aria-hidden="true" className="mx-auto size-12 text-rust" strokeWidth={1.4} />}
      title={title}
    >
      <p className="mt-3">{text}</p>
      <div className="my-8 flex flex-col justify-center gap-3 md:flex-row">
        <Button asChild size="lg">
          <Link to={link.to}>{link.label}</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/">Back to Home</Link>
        </Button>
      </div>
      <PaymentConfirmation sessionId={sessionId} />
    </OutcomePanel>
  );
};
