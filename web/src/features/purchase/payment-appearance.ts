const readToken = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

/** The studio's colours, in the scheme that the page has now, and its fonts, for Stripe's appearance API. */
export const readPaymentAppearance = () => ({
  theme: 'stripe' as const,
  variables: {
    colorPrimary: readToken('sea'),
    colorBackground: readToken('surface'),
    colorText: readToken('ink'),
    colorTextSecondary: readToken('ink-muted'),
    colorDanger: readToken('rust'),
    fontFamily: 'Figtree, system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '10px',
    spacingUnit: '4px',
  },
  rules: {
    '.Input': { border: `1px solid ${readToken('edge')}`, boxShadow: 'none' },
    '.Label': { fontWeight: '500' },
  },
});
