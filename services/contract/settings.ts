import { z } from 'zod';
import { ruleKeys } from '#domain/rules/rule-keys.ts';
import { expectedSetting } from './expected-facts.ts';
import { explainChoice, rules, ruleValues, type SettingRule, wholeNumber } from './rules.ts';
import { linesText } from './text.ts';
import { instant } from './values.ts';

/** The title, the possible values and the default of each setting; the rulebook's rules are settings too. */
export const settingRules = {
  ...rules,
  membership_availability: {
    kind: 'choice',
    title: 'Membership sign-ups',
    choices: ['open', 'closed'],
    default: 'open',
  },
  special_offer_days: {
    kind: 'number',
    title: 'Special 3 Class Pass offer',
    unit: 'days',
    least: 0,
    most: 365,
    default: '7',
  },
  retention_years: {
    kind: 'number',
    title: 'Unused accounts are deleted after',
    unit: 'years',
    least: 2,
    most: 7,
    default: '7',
  },
  shared_passwords: {
    kind: 'choice',
    title: 'Shared passwords',
    choices: ['on', 'off'],
    default: 'on',
    about:
      'Whether staff may sign in with the password of their role. An admin with an account of their own switches it; off signs everyone out who came in by one.',
  },
  admin_second_factor: {
    kind: 'choice',
    title: 'Two-step sign-in for admins',
    choices: ['optional', 'required'],
    default: 'optional',
    about:
      'Whether every admin signs in with a second step, and none by the shared password. Only an admin who has set one up can require it.',
  },
} as const satisfies Record<string, SettingRule>;

export const settingKeys = [
  'membership_availability',
  'special_offer_days',
  ...ruleKeys,
  'retention_years',
  'shared_passwords',
  'admin_second_factor',
] as const satisfies readonly (keyof typeof settingRules)[];
export type SettingKey = (typeof settingKeys)[number];

/** The schema of each setting's value. */
const values = {
  membership_availability: z.enum(
    settingRules.membership_availability.choices,
    explainChoice('Memberships are open or closed'),
  ),
  ...ruleValues,
  special_offer_days: wholeNumber(settingRules.special_offer_days),
  retention_years: wholeNumber(settingRules.retention_years),
  shared_passwords: z.enum(
    settingRules.shared_passwords.choices,
    explainChoice('The shared passwords are on or off'),
  ),
  admin_second_factor: z.enum(
    settingRules.admin_second_factor.choices,
    explainChoice('Two-step sign-in is optional or required'),
  ),
} as const satisfies Record<SettingKey, z.ZodType>;

const setting = <Key extends SettingKey>(key: Key) =>
  z.object({
    key: z.literal(key),
    value: values[key],
    description: linesText.max(500, 'Please keep this under 500 characters').optional(),
    expected: expectedSetting,
  });

const noSuchSetting = 'There is no such setting';
const keyMissing = 'Setting key is required';

/** The sentence of a key that no setting has, or of a missing one. */
const explainKey = ({
  code,
  input,
}: {
  readonly code: string;
  readonly input?: unknown;
}): string | undefined => {
  if (code !== 'invalid_union') return undefined;
  const hasKey = typeof input === 'object' && input !== null && 'key' in input && input.key !== '';
  return hasKey && typeof input.key === 'string' ? noSuchSetting : keyMissing;
};

/** Several rules at once. */
const ruleChange = z.discriminatedUnion(
  'key',
  [
    setting('free_cancellation_hours'),
    setting('booking_window_days'),
    setting('priority_booking_hours'),
    setting('auto_book_until_hours'),
    setting('offer_minutes'),
    setting('broadcast_under_hours'),
    setting('quiet_from'),
    setting('quiet_until'),
    setting('returned_pass_grace_days'),
    setting('given_pass_months'),
    setting('late_cancel_refill'),
    setting('pause_notice_hours'),
    setting('pauses_allowed'),
    setting('pauses_within_days'),
    setting('instructor_fee_pence'),
  ],
  { error: explainKey },
);

/** `key` is left out of a request with several changes. */
const ruleChanges = z
  .object({
    key: z.literal('rules').optional(),
    changes: z
      .array(ruleChange)
      .min(1, 'Choose at least one rule')
      .max(ruleKeys.length, 'Change each rule once')
      .refine(
        (changes) => new Set(changes.map(({ key }) => key)).size === changes.length,
        'Change each rule once',
      )
      .optional(),
  })
  .superRefine(({ changes }, context) => {
    if (changes === undefined) context.addIssue({ code: 'custom', path: ['key'], message: keyMissing });
  });

/** POST /api/admin/settings; an omitted description stays. `{changes}` sets several rules, all or none. */
export const settingBody = z.discriminatedUnion(
  'key',
  [
    ...ruleChange.options,
    ruleChanges,
    setting('membership_availability'),
    setting('special_offer_days'),
    setting('retention_years'),
    setting('shared_passwords'),
    setting('admin_second_factor'),
  ],
  { error: explainKey },
);

/** A setting's current value. */
export const adminSetting = z.object({
  key: z.enum(settingKeys),
  value: z.string(),
  description: z.string(),
  updatedAt: instant.nullable().describe('null while nobody has set it'),
});
export type AdminSetting = z.infer<typeof adminSetting>;

/** GET /api/admin/settings: the settings, and the studio's details from its configuration. */
export const adminSettingsAnswer = z.object({
  success: z.literal(true),
  settings: z.array(adminSetting),
  studio: z.object({
    name: z.string(),
    town: z.string(),
    email: z.string(),
    address: z.string(),
  }),
});
export type AdminSettingsAnswer = z.infer<typeof adminSettingsAnswer>;

/** The path of a setting. */
export const settingParams = z.object({ key: z.enum(settingKeys, noSuchSetting) });

/** GET /api/admin/settings/{key}/history: every change, the latest first. */
export const settingHistoryAnswer = z.object({
  success: z.literal(true),
  changes: z.array(
    z.object({
      at: instant,
      by: z.string().describe('The name of the member of staff, or the door they came in by'),
      from: z.string().nullable().describe('null when it was set for the first time'),
      to: z.string(),
    }),
  ),
});
export type SettingHistoryAnswer = z.infer<typeof settingHistoryAnswer>;
