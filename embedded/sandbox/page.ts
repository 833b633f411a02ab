import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#infra/mail/escape-html.ts';

const STYLE = `
:root { color-scheme: light; --paper: #FBF8F3; --sand: #E8E1D6; --ink: #12313A; --muted: #4A636B; --sea: #1F6F78; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1rem/1.6 'Figtree Variable', 'Segoe UI', system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2 { font-family: 'Fraunces Variable', Georgia, serif; font-weight: 400; line-height: 1.2; margin: 0 0 .5rem; }
h1 { font-size: 2rem; } h2 { font-size: 1.25rem; }
p { margin: 0 0 1rem; }
.muted { color: var(--muted); }
.card { background: #fff; border: 1px solid var(--sand); border-radius: 14px; padding: 1.5rem; margin: 0 0 1.25rem; }
button { font: inherit; font-weight: 600; padding: .875rem 1.75rem; border-radius: 999px; border: 1px solid var(--sea); cursor: pointer; min-height: 2.75rem; }
.primary { background: var(--sea); color: #fff; }
.plain { background: #fff; color: var(--sea); }
a { color: var(--sea); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1.5rem; }
nav a { padding: .5rem 0; } nav a[aria-current] { color: var(--ink); text-decoration: none; }
:focus-visible { outline: 3px solid var(--sea); outline-offset: 2px; }
time, .figures { font-variant-numeric: tabular-nums; }
`;

export interface Page {
  title: string;
  /** HTML that the caller has escaped. */
  body: string;
  style?: string;
}

/** Sends one of the sandbox's pages. They use no script, and the studio's pages may frame them. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, body, style = '' }: Page,
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; object-src 'none'",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`);
}
