type Directives = Readonly<Record<string, readonly string[]>>;

/** Formats a content security policy for its header. */
const formatPolicy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const closed: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** For every answer that is not a page: nothing in it may run, load, be framed or submit. */
export const dataPolicy: string = formatPolicy(closed);

/** The sources that Stripe documents for Stripe.js and its frames. */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  image: ['https://*.stripe.com'],
} as const;

/**
 * For the site's pages. Scripts come only from the site's own files; inline script elements are data. Styles come from its files
 * and from elements with the answer's nonce, which the dialogs' scroll lock and the toasts create.
 * `takesRealPayments`: Stripe's script is loaded from Stripe.
 */
export function createPagePolicy(
  nonce: string,
  { takesRealPayments }: { takesRealPayments: boolean },
): string {
  const ifReal = (sources: readonly string[]) => (takesRealPayments ? sources : []);
  return formatPolicy({
    ...closed,
    'script-src': ["'self'", ...ifReal(stripe.script)],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', ...ifReal(stripe.image)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...ifReal(stripe.connect)],
    // The sandbox shows a bank's approval in a frame of the site.
    'frame-src': takesRealPayments ? stripe.frame : ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
  });
}

/** For the service worker, whose policy counts for its own requests. */
export const workerPolicy: string = formatPolicy({
  ...closed,
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
});

/** For the pages of tools: their own files, and the inline styles that their libraries write. */
export const toolPolicy: string = formatPolicy({
  ...closed,
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
});
