import { Link } from 'react-router-dom';
import { Notice } from '#web/components/ui/notice.tsx';
import { useMyWaitlists } from './api/use-my-waitlists.ts';

/** Warns a member whose other class overlaps with the one they wait for, for example after the studio moved a class. */
export const OverlapNotice = ({ classId }: { classId: number }) => {
  const { waitlists } = useMyWaitlists(true);
  if (!waitlists?.some((waitlist) => waitlist.class.id === classId && waitlist.overlaps)) return null;
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
