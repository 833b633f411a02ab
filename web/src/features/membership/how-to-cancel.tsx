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
  /** Where the cancel button is; null when there is none. */
  readonly button?: 'here' | 'elsewhere' | null;
}

/** The ways to cancel a membership: by email, and with a button where there is one. */
export const HowToCancel = ({ button = 'elsewhere' }: HowToCancelProps) => (
  <>
    Cancel at any time by email to <StudioEmail />
    {button === null ? null : <ButtonLocation place={button} />}.
  </>
);
