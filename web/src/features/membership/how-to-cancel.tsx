import { Link } from 'react-router-dom';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';

const ButtonLocation = ({ place }: { place: 'here' | 'elsewhere' }) =>
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
  /** Where the cancel button is. */
  readonly button?: 'here' | 'elsewhere';
}

/** The ways to cancel a membership: by email, and with a button. */
export const HowToCancel = ({ button = 'elsewhere' }: HowToCancelProps) => (
  <>
    Cancel at any time by email to <StudioEmail />
    <ButtonLocation place={button} />.
  </>
);
