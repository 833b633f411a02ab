const PAGES = {
  outbox: { href: '/sandbox/outbox', name: 'Outbox', of: 'brevo' },
  payments: { href: '/sandbox/stripe/dashboard', name: 'Payments', of: 'stripe' },
} as const;

/** Links between the pages of the mounted stand-ins; nothing when there is only one. */
export function renderSandboxNav(
  parts: { stripe: boolean; brevo: boolean },
  here: keyof typeof PAGES,
): string {
  const pages = Object.values(PAGES).filter(({ of }) => parts[of]);
  if (pages.length < 2) return '';
  const links = pages.map(({ href, name }) => {
    const current = href === PAGES[here].href ? ' aria-current="page"' : '';
    return `<a href="${href}"${current}>${name}</a>`;
  });
  return `<nav aria-label="Sandbox">${links.join('\n')}</nav>\n`;
}
