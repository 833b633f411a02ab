import { Link } from 'react-router-dom';

interface PayingAgreesProps {
  /** What the studio is asked to do immediately. */
  readonly start: 'start' | 'book';
  readonly what?: 'purchase' | 'membership';
}

/** What pressing "Pay" agrees to. */
export const PayingAgrees = ({ start, what = 'purchase' }: PayingAgreesProps) => (
  <p className="text-ink-muted text-sm">
    By paying you accept our{' '}
    <Link to="/terms-of-service" target="_blank" className="text-link">
      terms
    </Link>{' '}
    and ask us to {start} at once. You have 14 days to cancel the {what}; a class that you take or cancel late
    in that time is paid for.
  </p>
);
