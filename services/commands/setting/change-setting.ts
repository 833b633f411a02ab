import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { Refusal } from '#domain/refusal.ts';
import { ADMIN_SECOND_FACTOR, isAdminSecondFactorRequired } from '#domain/setting/admin-second-factor.ts';
import { changeSetting as decide } from '#domain/setting/decide.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { assertCanRequireSecondFactor } from '#domain/staff-account/second-factor.ts';
import type { Actor } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffId } from '../staff/get-staff-id.ts';

interface SettingChangeInput {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
  /** The value in force until it is set. */
  readonly unset?: string | undefined;
}

/**
 * Sets a setting.
 * @throws Refusal SECOND_FACTOR_FIRST for requiring a second factor of admins without having one;
 * CHANGED_SINCE
 */
export const changeSetting = defineCommand(
  'change-setting',
  async ({ deciders }: CommandDeps, { expected, unset, ...setting }: SettingChangeInput, context) => {
    const isRequirement = setting.key === ADMIN_SECOND_FACTOR && isAdminSecondFactorRequired({ setting });
    if (isRequirement) await assertActorHasSecondFactor(deciders, context.actor);
    const { position } = await deciders.handle(settingDecider, setting.key, context, (state) =>
      guardEvents(decide(state, { ...setting, now: context.now }), expected, () => ({
        value: state.setting?.value ?? unset ?? null,
      })),
    );
    return { position };
  },
);

async function assertActorHasSecondFactor(deciders: CommandDeps['deciders'], actor: Actor): Promise<void> {
  const staffId = getStaffId(actor);
  if (staffId === null) throw new Refusal('SECOND_FACTOR_FIRST');
  assertCanRequireSecondFactor((await deciders.load(staffAccountDecider, staffId)).state);
}
