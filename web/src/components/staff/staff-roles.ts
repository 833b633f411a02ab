import type { StaffRole } from '#services/contract/staff.ts';

interface StaffRoleTexts {
  readonly name: string;
  readonly withArticle: string;
  readonly permissions: string;
}

export const staffRoleTexts: Readonly<Record<StaffRole, StaffRoleTexts>> = {
  admin: { name: 'Admin', withArticle: 'an admin', permissions: 'everything here, this list included' },
  instructor: {
    name: 'Instructor',
    withArticle: 'an instructor',
    permissions: 'the classes and who comes to them',
  },
  auditor: { name: 'Auditor', withArticle: 'an auditor', permissions: 'the histories, to read' },
};
