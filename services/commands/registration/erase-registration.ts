import { eraseRegistration as decide, getRegistrantKey } from '#domain/registration/decide.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationErasure } from '#domain/registration/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';

export interface EraseRegistrationDeps extends CommandDeps {
  readonly memberKeys: { destroy(ownerId: string, at: Date): Promise<void> };
}

/**
 * Makes a registration of interest unreadable for good. The key is destroyed first. After a crash in between, the sweep finds a
 * registration without a key, but would not search a key without a registration.
 */
export const eraseRegistration = defineCommand(
  'erase-registration',
  async (
    { deciders, memberKeys }: EraseRegistrationDeps,
    erasure: { registrationId: number; reason: RegistrationErasure; ofMember: string | null },
    context,
  ) => {
    const { registrationId } = erasure;
    await memberKeys.destroy(getRegistrantKey(registrationId), context.now);
    const { position } = await deciders.handle(
      registrationDecider,
      String(registrationId),
      stepContext(context, 'registration', registrationId),
      (state) => decide(state, { ...erasure, now: context.now }),
    );
    return { position };
  },
);
