import { receiveRegistration as decide, getRegistrantKey } from '#domain/registration/decide.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { Registrant } from '#domain/registration/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface ReceiveRegistrationDeps extends CommandDeps {
  readonly nextRegistrationId: () => Promise<number>;
  readonly memberKeys: { create(memberId: string): Promise<void> };
}

/** Records a registration of interest in memberships, sealed with a key of its own. */
export const receiveRegistration = defineCommand(
  'receive-registration',
  async (
    { deciders, nextRegistrationId, memberKeys }: ReceiveRegistrationDeps,
    registrant: Registrant,
    context,
  ) => {
    const registrationId = await nextRegistrationId();
    await memberKeys.create(getRegistrantKey(registrationId));
    const { position } = await deciders.handle(
      registrationDecider,
      String(registrationId),
      context,
      (state) => decide(state, { registrationId, registrant, now: context.now }),
    );
    return { position };
  },
);
