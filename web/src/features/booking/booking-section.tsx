import { Button } from '#web/components/ui/button.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { useStudio } from '#web/lib/config.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { Timetable } from './timetable.tsx';

const JoinPanel = () => {
  const { openAuth } = useAuth();
  return (
    <div className="mt-10 flex flex-col gap-6 rounded-card bg-deep px-6 py-8 text-white md:mt-14 md:flex-row md:items-center md:justify-between md:px-10 md:py-10">
      <div className="max-w-xl">
        <h3 className="text-2xl">Ready to Start Your Pilates Journey?</h3>
        <p className="mt-2 text-white/85">
          Create an account, choose a pass, and take your place in a class of seven at most.
        </p>
      </div>
      <Button
        variant="secondary"
        size="lg"
        className="shrink-0 border-transparent"
        onClick={() => openAuth()}
      >
        Create Account
      </Button>
    </div>
  );
};

/** The timetable, and for visitors an invitation to sign up. */
export const BookingSection = ({ isTitleHidden }: { isTitleHidden?: boolean }) => {
  const { status } = useAuth();
  const { town } = useStudio();
  return (
    <Section
      id="book-classes"
      title="Book Your Class"
      isTitleHidden={isTitleHidden}
      intro={`Reformer Pilates in ${town || 'town'}, seven machines to a class. Choose a day and take your place.`}
    >
      <Timetable />
      {status === 'signed-out' ? <JoinPanel /> : null}
    </Section>
  );
};
