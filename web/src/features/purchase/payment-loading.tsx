import { Spinner } from '#web/components/ui/spinner.tsx';

export const PaymentLoading = () => (
  <div className="grid min-h-48 place-items-center">
    <Spinner label="Setting up payment..." />
  </div>
);
