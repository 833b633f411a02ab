import type { ComponentProps } from 'react';
import { staffRoles } from '../../../../services/contract/staff.ts';
import { Select } from '../../components/ui/select.tsx';
import { roleWords } from './role-words.ts';

/** The choice of a role; label it with Field. */
export const RoleSelect = (props: Omit<ComponentProps<'select'>, 'children'>) => (
  <Select {...props}>
    {staffRoles.map((role) => (
      <option key={role} value={role}>
        {roleWords[role].name}: {roleWords[role].does}
      </option>
    ))}
  </Select>
);
