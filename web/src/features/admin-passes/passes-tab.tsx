import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { PassSalesPanel } from '../admin-analytics/pass-sales-panel.tsx';
import { CreatePassForm } from './create-pass-form.tsx';
import { PassList } from './pass-list.tsx';
import { usePasses } from './use-passes.ts';

function Catalogue() {
  const { passes, error, retry } = usePasses();
  if (passes) return <PassList passes={passes} />;
  if (error) return <LoadFailure what="class passes" error={error} retry={retry} />;
  return <Skeleton className="h-80" />;
}

/** Class Passes: what sold, a form for another, and the catalogue. */
export const PassesTab = () => (
  <div className="flex flex-col gap-10">
    <PassSalesPanel />
    <Panel title="Create a pass">
      <CreatePassForm />
    </Panel>
    <Panel
      title="Manage passes"
      intro="A change counts for who buys from now on. What was sold stays as it was sold."
    >
      <Catalogue />
    </Panel>
  </div>
);
