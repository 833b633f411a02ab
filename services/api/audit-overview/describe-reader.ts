import type { StaffNames } from '../presenters/describe-audit.ts';

const roles: readonly string[] = ['admin', 'instructor', 'auditor'];

/** Names staff by their recorded id: an account, or the role of a shared password. */
export const describeReader = (reader: string, names: StaffNames): string =>
  names.get(reader) ?? (roles.includes(reader) ? `${reader} (by the shared password)` : reader);
