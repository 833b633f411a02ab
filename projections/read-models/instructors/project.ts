import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { instructors } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'InstructorAdded': {
      const { instructorId, name, prenatalSuitable, at } = event.data;
      write.put(instructors, {
        id: instructorId,
        name,
        prenatal_suitable: prenatalSuitable,
        is_removed: false,
        created_at: at,
        updated_at: at,
      });
      break;
    }
    case 'InstructorChanged': {
      const { instructorId, name, prenatalSuitable, at } = event.data;
      write.patch(
        instructors,
        { id: instructorId },
        {
          name,
          prenatal_suitable: prenatalSuitable,
          changed_revision: String(event.revision),
          updated_at: at,
        },
      );
      // Classes show the name.
      write.changed({ kind: 'classes', classId: null });
      break;
    }
    case 'InstructorRemoved': {
      const { instructorId, at } = event.data;
      write.patch(instructors, { id: instructorId }, { is_removed: true, updated_at: at });
      break;
    }
    default:
      return;
  }
  write.changed({ kind: 'instructors' });
}

export const instructorsProjection: Projection = {
  name: 'instructors',
  version: 2,
  tables: [instructors],
  project,
};
