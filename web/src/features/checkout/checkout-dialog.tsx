import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { delay } from '#web/lib/delay.ts';
import { isClassesKey, isWaitlistKey } from '#web/lib/live-keys.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { hasSignedInHere } from '#web/lib/session-token.ts';
import { startSession } from '../auth/api/start-session.ts';
import { useAuth } from '../auth/auth-context.tsx';
import type { AuthView } from '../auth/auth-view.ts';
import { AuthViews } from '../auth/auth-views.tsx';
import { releasePendingAction, setPendingAction } from '../auth/pending-action.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { getPassBalance } from '../navigation/pass-balance.ts';
import { myBookingsKey } from '../timetable/api/use-my-bookings.ts';
import { forgetWantedClass, getClassAnchor } from '../timetable/wanted-class.ts';
import { BookedPanel } from './booked-panel.tsx';
import { NotBookedPanel } from './not-booked-panel.tsx';
import { forgetReservations } from './own-reservations.ts';
import { PayStep } from './pay-step.tsx';

/** The outcome does not wait longer for the pages under the dialog. */
const refreshLimitMs = 2_000;

const accountTitles: Record<AuthView, string> = {
  signup: 'Book this class',
  signin: 'Book this class',
  forgot: 'Reset your password',
};

const ClassLine = ({ scheduledClass }: { scheduledClass: ScheduledClass }) => (
  <>
    <span className="font-medium text-ink">
      {getLevelName(scheduledClass.name)}, {formatDayTime(scheduledClass.startsAt)}
    </span>
    {scheduledClass.instructorName && `, with ${scheduledClass.instructorName}`}
  </>
);

/** The last control of the class's card, as it is when the dialog closes: the card changes with what was done in it. */
const createCardFocus = (classId: number) => ({
  get current(): HTMLElement | null {
    const card = document.getElementById(getClassAnchor(classId));
    return [...(card?.querySelectorAll<HTMLElement>('a, button') ?? [])].at(-1) ?? null;
  },
});

interface CheckoutDialogProps {
  readonly scheduledClass: ScheduledClass;
  readonly onClose: () => void;
}

/** Buys a pass and books a class: an account where there is none, the pass, the payment, and how it ended. */
export const CheckoutDialog = ({ scheduledClass, onClose }: CheckoutDialogProps) => {
  const { user, status } = useAuth();
  const { mutate } = useSWRConfig();
  const { membership, hasFailed: hasMembershipFailed } = useMembership(user !== null);
  const [view, setView] = useState<AuthView>(() => (hasSignedInHere() ? 'signin' : 'signup'));
  const [isPaying, setPaying] = useState(false);
  const [outcome, setOutcome] = useState<CompletePaymentAnswer | null>(null);
  const [focusAfter] = useState(() => createCardFocus(scheduledClass.id));
  const [hasSignedInNow, setSignedInNow] = useState(false);

  const refresh = () => Promise.all([mutate(isClassesKey), mutate(isWaitlistKey), mutate(myBookingsKey)]);
  const close = () => {
    onClose();
    // The reserved seat shows in the timetable.
    void refresh();
  };
  const finish = async (token: string) => {
    setSignedInNow(true);
    await startSession(token, mutate);
  };
  const end = async (answer: CompletePaymentAnswer) => {
    if (answer.booking !== null) {
      forgetWantedClass();
      forgetReservations();
    }
    // The card under the dialog shows the booking first, because it gets the focus afterwards.
    await Promise.race([refresh(), delay(refreshLimitMs)]);
    setPaying(false);
    setOutcome(answer);
  };

  const isKnown = user !== null && (membership !== undefined || hasMembershipFailed);
  const hasPass = isKnown && getPassBalance(user.passes, membership).count > 0;
  const booksWithPass = hasPass && hasSignedInNow && outcome === null && !isPaying;
  const { id } = scheduledClass;
  // A member who signs in here and has a pass is asked on the class's card whether to use it.
  useEffect(() => {
    if (!booksWithPass) return;
    setPendingAction({ kind: 'book-class', classId: id });
    releasePendingAction(Date.now());
    onClose();
  }, [booksWithPass, id, onClose]);

  const onOpenChange = (open: boolean) => {
    if (!open && !isPaying) close();
  };
  if (outcome !== null) {
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        focusAfter={focusAfter}
        title={outcome.booking ? 'Booked' : 'Your pass is yours'}
      >
        {outcome.booking ? (
          <BookedPanel
            scheduledClass={scheduledClass}
            bookingId={outcome.booking.id}
            passesLeft={outcome.creditsRemaining}
            onClose={close}
          />
        ) : (
          <NotBookedPanel scheduledClass={scheduledClass} outcome={outcome} onClose={close} />
        )}
      </Dialog>
    );
  }
  const isAccountStep = user === null;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      focusAfter={focusAfter}
      title={isAccountStep ? accountTitles[view] : 'Buy a pass and book'}
      description={<ClassLine scheduledClass={scheduledClass} />}
      size={isAccountStep && view === 'signup' ? 'lg' : 'md'}
    >
      {isAccountStep && status !== 'loading' ? (
        <AuthViews isShort view={view} onViewChange={setView} onDone={finish} />
      ) : null}
      {isKnown && !booksWithPass ? (
        <PayStep
          scheduledClass={scheduledClass}
          user={user}
          isPaying={isPaying}
          onPayingChange={setPaying}
          onEnd={end}
          onClose={close}
        />
      ) : null}
      {status === 'loading' || (user !== null && !isKnown) ? (
        <div className="grid min-h-48 place-items-center">
          <Spinner label="One moment..." />
        </div>
      ) : null}
    </Dialog>
  );
};
