/** The settings of a new studio; their meaning is in docs/product-rules.md. */
export const openingSettings: readonly { key: string; value: string; description: string }[] = [
  {
    key: 'membership_availability',
    value: 'open',
    description: 'Whether new memberships can be started: open or closed',
  },
  {
    key: 'special_offer_days',
    value: '7',
    description: 'For how many days the Special 3 Class Pass is offered after the first class booked',
  },
  {
    key: 'retention_years',
    value: '7',
    description: 'After how many years without a sign of life an account is erased',
  },
];
