import { z } from 'zod';
import { expectedSetting } from './expected-facts.ts';
import { linesText } from './text.ts';
import { instant } from './values.ts';

/** A setting with a few possible values. */
interface ChoiceRule {
  readonly kind: 'choice';
  readonly title: string;
  readonly choices: readonly [string, ...string[]];
  readonly default: string;
  /** Describes it until it is set with a description of its own. */
  readonly about?: string;
}

/** A setting that is a whole number; money in pence. */
interface NumberRule {
  readonly kind: 'number';
  readonly title: string;
  readonly unit: 'hours' | 'days' | 'years' | 'pence';
  readonly least: number;
  readonly most: number;
  readonly default: string;
}

/** The title, the possible values and the default of each setting. */
export const settingRules = {
  membership_availability: {
    kind: 'choice',
    title: 'Membership sign-ups',
    choices: ['open', 'closed'],
    default: 'open',
  },
  priority_booking_hours: {
    kind: 'number',
    title: 'Priority booking for members',
    unit: 'hours',
    least: 0,
    most: 24,
    default: '12',
  },
  special_offer_days: {
    kind: 'number',
    title: 'Special 3 Class Pass offer',
    unit: 'days',
    least: 0,
    most: 365,
    default: '7',
  },
  instructor_fee_pence: {
    kind: 'number',
    title: 'Instructor fee per class',
    unit: 'pence',
    least: 0,
    most: 100_000,
    default: '3000',
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
} as const satisfies Record<string, ChoiceRule | NumberRule>;

export const settingKeys = [
  'membership_availability',
  'priority_booking_hours',
  'special_offer_days',
  'instructor_fee_pence',
  'retention_years',
  'shared_passwords',
  'admin_second_factor',
] as const satisfies readonly (keyof typeof settingRules)[];
export type SettingKey = (typeof settingKeys)[number];

const valueMissing = 'Setting value is required';

/** The sentence of a value that is none of the choices, or is missing. */
const explainChoice = (sentence: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null || input === '' ? valueMissing : sentence,
});

const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z
    .string(valueMissing)
    .trim()
    .min(1, { error: valueMissing, abort: true })
    .regex(/^\d{1,6}$/, 'Use a whole number')
    .refine((text) => Number(text) <= most, `Use a number up to ${most}`)
    .refine((text) => Number(text) >= least, `Use a number from ${least}`);

/** The schema of each setting's value. */
const values = {
  membership_availability: z.enum(
    settingRules.membership_availability.choices,
    explainChoice('Memberships are open or closed'),
  ),
  priority_booking_hours: wholeNumber(settingRules.priority_booking_hours),
  special_offer_days: wholeNumber(settingRules.special_offer_days),
  instructor_fee_pence: wholeNumber(settingRules.instructor_fee_pence),
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

/** POST /api/admin/settings; an omitted description is kept. */
export const settingBody = z.discriminatedUnion(
  'key',
  [
    setting('membership_availability'),
    setting('priority_booking_hours'),
    setting('special_offer_days'),
    setting('instructor_fee_pence'),
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
