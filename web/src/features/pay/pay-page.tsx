import { useSWRConfig } from 'swr';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { PayReport } from './pay-report.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { isPayPath, usePay, usePeriod } from './use-pay.ts';

function PayReader() {
  const { period, months, choose } = usePeriod();
  const { mutate } = useSWRConfig();
  const read = usePay(period);
  return (
    <div className="flex flex-col gap-6">
      <div>
        <BackLink to="/admin?tab=instructors">Instructors and rates</BackLink>
        <h1 className="text-3xl">Pay</h1>
      </div>
      <PeriodPicker period={period} months={months} onChoose={choose} />
      {period.from <= period.to && (
        <Loadable what="pay" read={read} height="h-96">
          {(pay) => <PayReport pay={pay} onChoose={choose} onClosed={() => mutate(isPayPath)} />}
        </Loadable>
      )}
    </div>
  );
}

/** The page /admin/pay. */
export const PayPage = () => {
  useDocumentTitle('Pay');
  return (
    <StaffGate staffRole="admin">
      <PayReader />
    </StaffGate>
  );
};
