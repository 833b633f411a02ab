/** The studio's colours and fonts for Stripe's appearance API. */
export const paymentAppearance = {
  theme: 'stripe',
  variables: {
    colorPrimary: '#1f6f78',
    colorBackground: '#ffffff',
    colorText: '#12313a',
    colorTextSecondary: '#4b636b',
    colorDanger: '#9a2c2a',
    fontFamily: 'Figtree, system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '10px',
    spacingUnit: '4px',
  },
  rules: {
    '.Input': { border: '1px solid #7d9095', boxShadow: 'none' },
    '.Label': { fontWeight: '500' },
  },
} as const;
