import type { Facts } from '#domain/changed-since.ts';
import type { StaffAccountState } from '#domain/staff-account/decider.ts';

/** A staff account by the names of its fields in the API. */
export function getStaffFacts(state: StaffAccountState): Facts {
  if (state.status === 'unknown' || state.status === 'removed') return { status: state.status };
  const { status, role } = state;
  return { status, role, hasSecondFactor: state.status === 'active' && state.secondFactor !== null };
}
