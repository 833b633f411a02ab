import type { ComponentProps } from 'react';
import { staffRoles } from '#services/contract/staff.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { Select } from '#web/components/ui/select.tsx';

/** A select of the roles. */
export const RoleSelect = (props: Omit<ComponentProps<'select'>, 'children'>) => (
  <Select {...props}>
    {staffRoles.map((role) => (
      <option key={role} value={role}>
        {staffRoleTexts[role].name}: {staffRoleTexts[role].permissions}
      </option>
    ))}
  </Select>
);
