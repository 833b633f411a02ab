import { Link } from 'react-router-dom';
import { Notice } from '../../components/ui/notice.tsx';
import { useMyWaitlists } from './api/use-my-waitlists.ts';

/** Says to who waits for a class at the time of another of theirs that a spot would pass them by: the studio may have moved one. */
export const OverlapNotice = ({ classId }: { classId: number }) => {
  const { lines } = useMyWaitlists(true);
  if (!lines?.some((line) => line.class.id === classId && line.overlaps)) return null;
  return (
    <Notice tone="warning" title="You have another class at this time" className="mt-5">
      <p>
        If a spot comes free while you have both, it goes to the next in line, and you leave this one. Give
        the other class up in{' '}
        <Link to="/my-classes" className="text-link">
          My Classes
        </Link>{' '}
        if you would rather come to this one.
      </p>
    </Notice>
  );
};
