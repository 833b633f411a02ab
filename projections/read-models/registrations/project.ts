import { isForgotten } from '#domain/event.ts';
import type { Registrant } from '#domain/registration/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { registrations } from './tables.ts';

const forgotten = { name: null, email: null, phone: null };

const getContact = ({ name, email, phone }: Registrant) => ({ name, email, phone });

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'RegistrationErased') {
    const { registrationId, ofMember, at } = event.data;
    write.patch(
      registrations,
      { id: registrationId },
      { ...forgotten, sealed: null, erased_at: at, erased_with: ofMember },
    );
  }
  if (event.type !== 'RegistrationReceived') return;
  const { registrationId, personal, at } = event.data;
  write.put(registrations, {
    id: registrationId,
    ...(isForgotten(personal) ? forgotten : getContact(personal)),
    sealed: event.sealed ?? null,
    created_at: at,
  });
}

export const registrationsProjection: Projection = {
  name: 'registrations',
  version: 3,
  tables: [registrations],
  project,
};
