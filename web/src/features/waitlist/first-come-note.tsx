import { Link } from 'react-router-dom';

/** On the card of a class with a free spot, for members of its waitlist. */
export const FirstComeNote = ({ classId }: { classId: number }) => (
  <p className="mb-3">
    First come, first served:{' '}
    <Link to={`/waitlist/${classId}`} className="text-link">
      you are on the waitlist
    </Link>
  </p>
);
