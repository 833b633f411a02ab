import { eraseRegistration as decide, getRegistrantKey } from '#domain/registration/decide.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationErasure } from '#domain/registration/events.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';

export interface EraseRegistrationDeps extends CommandDeps {
  readonly memberKeys: { destroy(ownerId: string, at: Date): Promise<void> };
}

/**
 * Makes a registration of interest unreadable for ever. The key goes first: were the event first and a crash between, no one
 * would look for it again, while a registration whose key is gone is found by the sweep.
 */
export const eraseRegistration = defineCommand(
  'erase-registration',
  async (
    { deciders, memberKeys }: EraseRegistrationDeps,
    erasure: { registrationId: number; reason: RegistrationErasure; ofMember: string | null },
    context,
  ): Promise<AppendResult> => {
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
