import { type Forgotten, isForgotten, type Personal } from '#domain/event.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import { toPhoneKey, toSearchKey } from '#domain/search-key.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import { toE164 } from '#infra/phone/to-e164.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import type { PatchOf } from '#projections/definition/table.ts';
import { users } from './tables.ts';

function identity(personal: Personal<MemberIdentity>) {
  if (isForgotten(personal))
    return { name: null, email: null, phone: null, phone_e164: null, search_text: null, date_of_birth: null };
  const { name, email, phone, dateOfBirth } = personal;
  const keys = [
    toSearchKey(name),
    toSearchKey(email),
    toSearchKey(formatEmail(email)),
    toSearchKey(phone),
    toPhoneKey(phone) ?? '',
  ];
  return {
    name,
    email,
    phone,
    phone_e164: toE164(phone),
    search_text: keys.join('\n'),
    date_of_birth: dateOfBirth,
  };
}

const forgotten: Forgotten = { forgotten: true };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'MemberSignedUp': {
      const { memberId, personal, importId, at } = event.data;
      write.put(users, {
        id: memberId,
        ...identity(personal),
        credential_epoch: 0,
        passes: 0,
        has_used_new_user_discount: false,
        has_used_sign_up_class: false,
        newsletter: false,
        import_id: importId ?? null,
        is_silent: importId !== undefined,
        created_at: at,
        updated_at: at,
      });
      write.changed({ kind: 'member', memberId, what: 'member' });
      break;
    }
    case 'MemberInvited':
      change(event, { is_silent: false }, write);
      break;
    case 'MemberChanged':
      change(event, identity(event.data.personal), write);
      break;
    case 'HealthAnswersChanged':
      change(event, { health_sealed: event.sealed ?? null }, write);
      break;
    case 'PasswordChanged': {
      const { personal } = event.data;
      change(
        event,
        { password: isForgotten(personal) ? null : personal.passwordHash, is_silent: false },
        write,
      );
      raiseEpoch(event, write);
      break;
    }
    case 'CredentialsRevoked':
      raiseEpoch(event, write);
      break;
    case 'EmailVerified':
      change(event, { email_verified_at: event.data.at, is_silent: false }, write);
      break;
    case 'AddressMarked':
      change(event, { address_fault: event.data.fault }, write);
      break;
    case 'AddressCleared':
      change(event, { address_fault: null }, write);
      break;
    case 'ConsentGiven':
      if (event.data.consent === 'newsletter') change(event, { newsletter: true }, write);
      break;
    case 'ConsentWithdrawn':
      // Without the consent nothing of the answers is left to read.
      change(
        event,
        event.data.consent === 'newsletter' ? { newsletter: false } : { health_sealed: null },
        write,
      );
      break;
    // Only the page of the member has it, which reads the stream.
    case 'NoteAdded':
      write.changed({ kind: 'member', memberId: event.data.memberId, what: 'member' });
      break;
    case 'MemberErased': {
      const erased = {
        ...identity(forgotten),
        address_fault: null,
        health_sealed: null,
        password: null,
        newsletter: false,
      };
      change(event, { ...erased, erased_at: event.data.at }, write);
      raiseEpoch(event, write);
      break;
    }
    case 'MemberRecordsRemoved':
      write.remove(users, { id: event.data.memberId });
      break;
    case 'LotGranted': {
      const { memberId, lotId, passes, offer } = event.data;
      write.add(users, { id: memberId }, { passes });
      if (offer === 'sign_up')
        write.patch(users, { id: memberId }, { has_used_sign_up_class: true, sign_up_lot_id: lotId });
      if (offer === 'special') write.patch(users, { id: memberId }, { has_used_new_user_discount: true });
      break;
    }
    case 'PassHeld':
      write.add(users, { id: event.data.memberId }, { passes: -1 });
      break;
    case 'PassSpent': {
      const { lotId, at } = event.data;
      write.fillWhere(users, { column: 'sign_up_lot_id', is: lotId }, { special_offer_eligible_since: at });
      break;
    }
    case 'PassReturned':
      write.add(users, { id: event.data.memberId }, { passes: 1 });
      break;
    case 'PassMoved':
      if (event.data.from === 'available') write.add(users, { id: event.data.memberId }, { passes: -1 });
      break;
    case 'PassMovedBack':
      if (event.data.to === 'available') write.add(users, { id: event.data.memberId }, { passes: 1 });
      break;
    case 'LotExpired':
    case 'LotRevoked':
      write.add(users, { id: event.data.memberId }, { passes: -event.data.passes });
      break;
    case 'LotRestored':
      write.add(users, { id: event.data.memberId }, { passes: event.data.passes });
      break;
    default:
  }
}

function raiseEpoch({ data: { memberId } }: { data: { memberId: string } }, write: Writer): void {
  write.add(users, { id: memberId }, { credential_epoch: 1 });
}

function change(
  { data: { memberId, at } }: { data: { memberId: string; at: string } },
  values: PatchOf<typeof users>,
  write: Writer,
): void {
  write.patch(users, { id: memberId }, { ...values, updated_at: at });
  write.changed({ kind: 'member', memberId, what: 'member' });
}

export const members: Projection = { name: 'members', version: 11, tables: [users], project };
