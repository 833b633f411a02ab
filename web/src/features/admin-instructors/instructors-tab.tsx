import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { AddInstructorForm } from './add-instructor-form.tsx';
import { InstructorList } from './instructor-list.tsx';
import { RatesPanel } from './rates-panel.tsx';

export const InstructorsTab = () => (
  <div className="flex flex-col gap-10">
    <Panel title="Add an instructor">
      <AddInstructorForm />
    </Panel>
    <Loadable what="instructors" read={useInstructors()} height="h-64">
      {({ instructors }) => (
        <>
          <Panel
            title="Instructors"
            intro="Who has classes to come can be removed once someone else takes them."
          >
            <InstructorList instructors={instructors} />
          </Panel>
          <RatesPanel instructors={instructors} />
        </>
      )}
    </Loadable>
  </div>
);
