import { useDocumentTitle } from '../../components/ui/use-document-title.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { InstructorDashboard } from './instructor-dashboard.tsx';

/** /classes */
export const InstructorPage = () => {
  useDocumentTitle('Instructors');
  return (
    <StaffGate wanted="instructor">
      <InstructorDashboard />
    </StaffGate>
  );
};
