const numberProps = { type: 'number', className: 'text-right tabular-nums', required: true } as const;

/** Of the input of a count of at least one. */
export const countProps = { ...numberProps, inputMode: 'numeric', min: 1, step: 1 } as const;

/** Of the input of a price in pounds. */
export const priceProps = {
  ...numberProps,
  inputMode: 'decimal',
  min: 0,
  step: 0.01,
  placeholder: '0.00',
} as const;
