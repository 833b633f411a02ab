import { Link } from 'react-router-dom';

/** What pressing "Pay" agrees to; `start` is what the studio is asked to do at once. */
export const PayingAgrees = ({ start }: { start: 'start' | 'book' }) => (
  <p className="text-ink-muted text-sm">
    By paying you accept our{' '}
    <Link to="/terms-of-service" target="_blank" className="text-link">
      terms
    </Link>{' '}
    and ask us to {start} at once. You have 14 days to cancel the purchase; a class that you take or cancel
    late in that time is paid for.
  </p>
);
