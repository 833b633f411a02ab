import { useDocumentTitle } from '../../components/ui/use-document-title.ts';
import { StaffDoor } from '../staff-door/staff-door.tsx';
import { InstructorDashboard } from './instructor-dashboard.tsx';

/** /classes */
export const InstructorPage = () => {
  useDocumentTitle('Instructors');
  return (
    <StaffDoor wanted="instructor">
      <InstructorDashboard />
    </StaffDoor>
  );
};
