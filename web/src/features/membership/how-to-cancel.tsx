import { Link } from 'react-router-dom';
import { useStudio } from '../../lib/config.ts';

const Button = ({ place }: { place: 'here' | 'elsewhere' }) =>
  place === 'here' ? (
    <>, or with the button on this page</>
  ) : (
    <>
      , or with the button in{' '}
      <Link to="/my-membership" className="text-link">
        My Membership
      </Link>
    </>
  );

interface HowToCancelProps {
  /** Where the button is; null when there is none for now. */
  readonly button?: 'here' | 'elsewhere' | null;
}

/** Both ways to end a membership. */
export const HowToCancel = ({ button = 'elsewhere' }: HowToCancelProps) => {
  const { email } = useStudio();
  return (
    <>
      Cancel at any time by email to{' '}
      {email ? (
        <a href={`mailto:${email}`} className="text-link">
          {email}
        </a>
      ) : (
        'the studio'
      )}
      {button === null ? null : <Button place={button} />}.
    </>
  );
};
