import type { StaffRole } from '../../../../services/contract/staff.ts';

/** What a role is called, and what it lets someone do. */
export const staffRoleTexts: Readonly<
  Record<StaffRole, { readonly name: string; readonly a: string; readonly does: string }>
> = {
  admin: { name: 'Admin', a: 'an admin', does: 'everything here, this list included' },
  instructor: { name: 'Instructor', a: 'an instructor', does: 'the classes and who comes to them' },
  auditor: { name: 'Auditor', a: 'an auditor', does: 'the histories, to read' },
};
