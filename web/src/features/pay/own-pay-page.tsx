import type { OwnPayAnswer } from '#services/contract/pay.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { InstructorPayList } from './instructor-pay.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { useOwnPay, usePeriod } from './use-pay.ts';

const NotLinked = () => {
  const isNamed = useStaffSession()?.staffId != null;
  return (
    <Notice title={isNamed ? 'Your account has no instructor yet' : 'Sign in with your own account'}>
      {isNamed
        ? 'Ask the studio to choose your account in the Instructors tab. Then your classes and pay are here.'
        : 'Under the shared password nobody’s pay is shown.'}
    </Notice>
  );
};

const OwnPay = ({ pay }: { pay: OwnPayAnswer }) => {
  if (!pay.isLinked) return <NotLinked />;
  const count = pay.instructors.reduce((sum, { classes }) => sum + classes.length, 0);
  return (
    <>
      <FigureCards
        className="lg:grid-cols-3"
        figures={[
          {
            name: 'Pay',
            value: formatExactPence(pay.totalPence),
            about: pay.isClosed ? 'Closed by the studio' : 'As of now',
          },
          { name: 'Classes held', value: count },
        ]}
      />
      {pay.unmarked > 0 && !pay.isClosed && (
        <Notice
          tone="warning"
          title={`${formatCount(pay.unmarked, 'booking has', 'bookings have')} no attendance mark`}
        >
          They are paid as present. Please mark your classes.
        </Notice>
      )}
      {pay.instructors.length === 0 && <p className="text-ink-muted">No class was held in this period.</p>}
      {pay.instructors.map((each) => (
        <section key={each.instructorId} aria-label={each.name} className="flex flex-col gap-4">
          <h2 className="text-xl">{each.name}</h2>
          <InstructorPayList pay={each} hasEvents={false} />
        </section>
      ))}
    </>
  );
};

function OwnPayReader() {
  const { period, months, choose } = usePeriod();
  const read = useOwnPay(period);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <div>
        <BackLink to="/classes">Classes</BackLink>
        <h1 className="text-3xl">My pay</h1>
      </div>
      <PeriodPicker period={period} months={months} onChoose={choose} />
      {period.from <= period.to && (
        <Loadable what="pay" read={read} height="h-64">
          {(pay) => <OwnPay pay={pay} />}
        </Loadable>
      )}
    </div>
  );
}

/** The page /classes/pay. */
export const OwnPayPage = () => {
  useDocumentTitle('My pay');
  return (
    <StaffGate staffRole="instructor">
      <OwnPayReader />
    </StaffGate>
  );
};
