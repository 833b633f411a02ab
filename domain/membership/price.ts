/** The membership as Stripe sells it (spec 000 section 9). */
export const membershipPrice = {
  lookupKey: 'monthly-membership',
  amountPence: 18_000,
  productName: 'Monthly Membership',
};
