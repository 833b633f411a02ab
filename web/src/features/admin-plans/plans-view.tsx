import { JumpToForm } from '#web/components/staff/jump-to-form.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { CreatePlanForm } from './create-plan-form.tsx';
import { PlanList } from './plan-list.tsx';
import { usePlans } from './use-plans.ts';

/** The plans of membership: what there is, and a new one. */
export const PlansView = () => (
  <Loadable what="plans" read={usePlans()} height="h-96">
    {({ plans }) => (
      <div className="flex flex-col gap-10">
        <Panel
          title="Plans"
          intro="A change counts for who starts a plan from now on. Who has a plan keeps its terms. A visitor is offered the first on sale."
          tools={<JumpToForm form="Create a plan">New plan</JumpToForm>}
        >
          <PlanList plans={plans} />
        </Panel>
        <Panel title="Create a plan">
          <CreatePlanForm plans={plans} />
        </Panel>
      </div>
    )}
  </Loadable>
);
