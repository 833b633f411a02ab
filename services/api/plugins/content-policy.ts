type Directives = Readonly<Record<string, readonly string[]>>;

/** A content security policy as it stands in a header. */
const asHeader = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const closed: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** For all that is no page: nothing in it may run, load, be framed or send. */
export const dataPolicy: string = asHeader(closed);

/** Where Stripe.js and its frames come from and go to, as Stripe documents it. */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  image: ['https://*.stripe.com'],
} as const;

/**
 * For the site's pages. Scripts are the site's own files; what stands in the page itself is data. Style sheets are its own
 * files and those elements that carry the answer's nonce, which the dialogs' scroll lock and the toasts make; styles set by
 * script on an element need no permission.
 * `takesRealPayments`: Stripe's script is loaded from Stripe.
 */
export function pagePolicy(nonce: string, { takesRealPayments }: { takesRealPayments: boolean }): string {
  const real = (sources: readonly string[]) => (takesRealPayments ? sources : []);
  return asHeader({
    ...closed,
    'script-src': ["'self'", ...real(stripe.script)],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', ...real(stripe.image)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...real(stripe.connect)],
    // The sandbox asks for a bank's approval in a frame of its own.
    'frame-src': takesRealPayments ? stripe.frame : ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
  });
}

/** For pages of tools: their own files, and the style elements and attributes that their libraries write into the page. */
export const toolPolicy: string = asHeader({
  ...closed,
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
});
