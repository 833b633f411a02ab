import { FormFold } from '#web/components/staff/form-fold.tsx';
import { JumpToForm } from '#web/components/staff/jump-to-form.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { PassSalesPanel } from '../admin-analytics/pass-sales-panel.tsx';
import { CreatePassForm } from './create-pass-form.tsx';
import { PassList } from './pass-list.tsx';
import { usePasses } from './use-passes.ts';

export const PassesTab = () => (
  <div className="flex flex-col gap-10">
    <PassSalesPanel />
    <Panel
      title="Manage passes"
      intro="A change counts for who buys from now on. What was sold stays as it was sold."
      tools={<JumpToForm form="Create a pass">New pass</JumpToForm>}
    >
      <Loadable what="class passes" read={usePasses()} height="h-80">
        {({ classPasses }) => <PassList passes={classPasses} />}
      </Loadable>
    </Panel>
    <Panel title="Create a pass">
      <FormFold label="New pass">
        <CreatePassForm />
      </FormFold>
    </Panel>
  </div>
);
