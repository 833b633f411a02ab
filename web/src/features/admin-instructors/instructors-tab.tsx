import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { useInstructors } from '../../components/staff/use-instructors.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { AddInstructorForm } from './add-instructor-form.tsx';
import { InstructorList } from './instructor-list.tsx';

function Team() {
  const { instructors, error, retry } = useInstructors();
  if (instructors) return <InstructorList instructors={instructors} />;
  if (error) return <LoadFailure what="instructors" error={error} retry={retry} />;
  return <Skeleton className="h-64" />;
}

/** Instructors: who teaches here. */
export const InstructorsTab = () => (
  <div className="flex flex-col gap-10">
    <Panel title="Add an instructor">
      <AddInstructorForm />
    </Panel>
    <Panel title="Instructors" intro="Who has classes to come can be removed once someone else takes them.">
      <Team />
    </Panel>
  </div>
);
