import { isForgotten } from '#domain/event.ts';
import type { Inviter } from '#domain/staff-account/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { staffAccounts } from './tables.ts';

/** The staff member who caused an event; null for a shared password. */
function getActingStaffId({ metadata: { actor } }: StudioRecord): string | null {
  return actor.kind === 'staff' ? (actor.staffId ?? null) : null;
}

const getInviter = ({ inviter }: { inviter?: Inviter }) => ({
  inviter_id: inviter?.staffId ?? null,
  inviter_epoch: inviter?.epoch ?? null,
});

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'StaffInvited': {
      const { staffId, role, personal, at } = event.data;
      write.put(staffAccounts, {
        id: staffId,
        email: isForgotten(personal) ? null : personal.email,
        credential_epoch: 1,
        role,
        status: 'invited',
        invited_at: at,
        invited_by: getActingStaffId(event),
        ...getInviter(event.data),
      });
      break;
    }
    case 'StaffInvitedAgain': {
      const { staffId, at } = event.data;
      write.patch(staffAccounts, { id: staffId }, { invited_at: at, ...getInviter(event.data) });
      break;
    }
    case 'StaffJoined': {
      const { staffId, personal, at } = event.data;
      const known = isForgotten(personal)
        ? { name: null, password: null }
        : { name: personal.name, password: personal.passwordHash };
      write.patch(staffAccounts, { id: staffId }, { ...known, status: 'active', joined_at: at });
      break;
    }
    case 'StaffRoleChanged': {
      const { staffId, role } = event.data;
      write.patch(staffAccounts, { id: staffId }, { role });
      write.add(staffAccounts, { id: staffId }, { credential_epoch: 1 });
      break;
    }
    case 'StaffPasswordChanged': {
      const { staffId, personal } = event.data;
      const password = isForgotten(personal) ? null : personal.passwordHash;
      write.patch(staffAccounts, { id: staffId }, { password });
      write.add(staffAccounts, { id: staffId }, { credential_epoch: 1 });
      break;
    }
    case 'StaffSecondFactorAdded':
    case 'StaffSecondFactorRemoved': {
      const { staffId, at } = event.data;
      const since = event.type === 'StaffSecondFactorAdded' ? at : null;
      write.patch(staffAccounts, { id: staffId }, { second_factor_since: since });
      write.add(staffAccounts, { id: staffId }, { credential_epoch: 1 });
      break;
    }
    case 'StaffRemoved': {
      const { staffId, at } = event.data;
      write.patch(
        staffAccounts,
        { id: staffId },
        {
          status: 'removed',
          password: null,
          second_factor_since: null,
          removed_at: at,
          removed_by: getActingStaffId(event),
        },
      );
      write.add(staffAccounts, { id: staffId }, { credential_epoch: 1 });
      break;
    }
    default:
  }
}

export const staffProjection: Projection = { name: 'staff', version: 4, tables: [staffAccounts], project };
