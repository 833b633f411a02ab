import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { type Verification, Verifier, type VerifierOptions } from './verifier.ts';

/** Replays a whole store. @throws EventStoreUnavailable */
export async function verifyEvents(
  eventStore: Pick<EventStore<StudioEvent>, 'readAll'>,
  options: VerifierOptions & { readonly batchSize?: number },
): Promise<Verification> {
  const verifier = new Verifier(options);
  for await (const events of eventStore.readAll(null, options.batchSize ?? 5_000)) {
    for (const event of events) verifier.add(event);
  }
  return verifier.finish();
}
