import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { InstructorDashboard } from './instructor-dashboard.tsx';

/** The page /classes. */
export const InstructorPage = () => {
  useDocumentTitle('Instructors');
  return (
    <StaffGate staffRole="instructor">
      <InstructorDashboard />
    </StaffGate>
  );
};
