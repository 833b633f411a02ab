import { Link } from 'react-router-dom';

/** On the card of a class that has a spot again, for those who waited for one. */
export const FirstCome = ({ classId }: { classId: number }) => (
  <p className="mb-3">
    First come, first served:{' '}
    <Link to={`/waitlist/${classId}`} className="text-link">
      you are on the waitlist
    </Link>
  </p>
);
