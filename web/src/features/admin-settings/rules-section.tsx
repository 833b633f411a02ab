import { isRuleKey, type RuleKey } from '#services/contract/rules.ts';
import type { AdminSetting } from '#services/contract/settings.ts';
import { RuleForm, type RuleSetting } from './rule-form.tsx';
import { SettingCard } from './setting-card.tsx';

const groups: readonly { title: string; keys: readonly RuleKey[] }[] = [
  { title: 'Booking', keys: ['booking_window_days', 'priority_booking_hours'] },
  { title: 'Cancelling', keys: ['free_cancellation_hours', 'late_cancel_refill'] },
  {
    title: 'Waiting list',
    keys: ['auto_book_until_hours', 'offer_minutes', 'broadcast_under_hours', 'quiet_from', 'quiet_until'],
  },
  { title: 'Passes', keys: ['returned_pass_grace_days', 'given_pass_months'] },
  { title: 'Memberships', keys: ['pause_notice_hours', 'pauses_allowed', 'pauses_within_days'] },
  { title: 'Instructors', keys: ['instructor_fee_pence'] },
];

/** Whether a setting is a rule of the rulebook. */
export const isRule = (setting: AdminSetting): setting is RuleSetting => isRuleKey(setting.key);

/** The rulebook, each rule with its range, its value and its history. */
export const RulesSection = ({ settings }: { settings: readonly RuleSetting[] }) => (
  <div className="flex flex-col gap-6">
    {groups.map(({ title, keys }) => (
      <section key={title} aria-label={title}>
        <h3 className="mb-2 text-lg">{title}</h3>
        <ul className="rounded-card border border-sand bg-surface">
          {keys
            .flatMap((key) => settings.find((setting) => setting.key === key) ?? [])
            .map((setting) => (
              <SettingCard key={setting.key} setting={setting} as="h4">
                <RuleForm setting={setting} settings={settings} />
              </SettingCard>
            ))}
        </ul>
      </section>
    ))}
  </div>
);
