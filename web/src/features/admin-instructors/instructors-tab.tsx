import { JumpToForm } from '#web/components/staff/jump-to-form.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { AddInstructorForm } from './add-instructor-form.tsx';
import { InstructorList } from './instructor-list.tsx';
import { RatesPanel } from './rates-panel.tsx';

export const InstructorsTab = () => (
  <div className="flex flex-col gap-10">
    <Loadable what="instructors" read={useInstructors()} height="h-64">
      {({ instructors }) => (
        <>
          <Panel
            title="Instructors"
            intro="Who has classes to come can be removed once someone else takes them."
            tools={<JumpToForm form="Add an instructor">New instructor</JumpToForm>}
          >
            <InstructorList instructors={instructors} />
          </Panel>
          <Panel title="Add an instructor">
            <AddInstructorForm />
          </Panel>
          <RatesPanel instructors={instructors} />
        </>
      )}
    </Loadable>
  </div>
);
