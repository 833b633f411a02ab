import { isForgotten } from '#domain/event.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { registrations } from './tables.ts';

const forgotten = { name: null, email: null, phone: null, message: null };

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'RegistrationErased') {
    const { registrationId, ofMember, at } = event.data;
    write.patch(
      registrations,
      { id: registrationId },
      { ...forgotten, erased_at: at, erased_with: ofMember },
    );
  }
  if (event.type !== 'RegistrationReceived') return;
  const { registrationId, personal, at } = event.data;
  write.put(registrations, {
    id: registrationId,
    ...(isForgotten(personal) ? forgotten : personal),
    created_at: at,
  });
}

export const registrationsProjection: Projection = {
  name: 'registrations',
  version: 2,
  tables: [registrations],
  project,
};
