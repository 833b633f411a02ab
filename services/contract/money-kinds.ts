/** The kinds of movements of money. Without a schema here, so that the web can load their names alone. */
export const moneyKinds = [
  'pass_sale',
  'pass_refund',
  'pass_refund_failed',
  'pass_dispute',
  'pass_dispute_won',
  'membership_sale',
  'membership_return',
] as const;

/** As staff read them. */
export const moneyKindNames: Readonly<Record<(typeof moneyKinds)[number], string>> = {
  pass_sale: 'Sale',
  pass_refund: 'Refund',
  pass_refund_failed: 'Refund came back',
  pass_dispute: 'Dispute',
  pass_dispute_won: 'Dispute won',
  membership_sale: 'Membership',
  membership_return: 'Membership returned',
};
