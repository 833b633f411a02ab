import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formatLondon } from '#domain/london-time.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import { reportButtonsHtml } from './brevo-reports.ts';
import { type ListedEntry, type Outbox, type OutboxEntry, outboxKind } from './outbox.ts';
import { sendPage } from './page.ts';

const Query = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
});
const PAGE_SIZE = 100;

const STYLE = `
.mail header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem; margin: 0 0 1rem; }
.mail header p { margin: 0; overflow-wrap: anywhere; }
.kind { display: inline-block; padding: .125rem .75rem; border: 1px solid var(--sand); border-radius: 999px; font-size: .875rem; color: var(--muted); }
iframe { display: block; width: 100%; height: 34rem; border: 1px solid var(--sand); border-radius: 10px; background: var(--paper); }
form.reports { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0; }
summary { cursor: pointer; color: var(--sea); margin: 1rem 0 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; font-size: .9375rem; }
`;

function renderTime(sentAt: string): string {
  const shown = formatLondon(sentAt, 'EEE d MMM yyyy, HH:mm:ss');
  return `<time datetime="${sentAt}">${shown}</time>`;
}

/** Prepares an email for `srcdoc`. Links open in a new tab, because the frame may not navigate. */
function toFrameHtml(html: string): string {
  return escapeHtml(html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`));
}

/** The headers, which the email itself does not show. */
function headersHtml({ headers = {} }: OutboxEntry): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0
    ? ''
    : `<details><summary>Headers</summary><pre>${escapeHtml(lines.join('\n'))}</pre></details>`;
}

function entryHtml({ id, entry }: ListedEntry, canReport: boolean): string {
  const to = escapeHtml(entry.to);
  const head = (title: string): string =>
    `<header><div><h2>${title}</h2><p>To ${to}</p></div><div><p>${renderTime(entry.sentAt)}</p><p><span class="kind">${escapeHtml(entry.kind)}</span></p></div></header>`;
  if (entry.list !== undefined) {
    const done = entry.action === 'add' ? 'Added to' : 'Removed from';
    return `<article class="card mail">${head(`${done} list ${entry.list}`)}</article>`;
  }
  const subject = escapeHtml(entry.subject);
  if (entry.kind === outboxKind.push) {
    return `<article class="card mail">${head(subject)}${entry.html}\n${headersHtml(entry)}</article>`;
  }
  return `<article class="card mail">${head(subject)}
<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${toFrameHtml(entry.html)}"></iframe>
${headersHtml(entry)}
<details><summary>As plain text</summary><pre>${escapeHtml(entry.text)}</pre></details>
${canReport ? reportButtonsHtml({ id, kind: entry.kind }) : ''}
</article>`;
}

/**
 * Registers `GET /outbox` for people and `GET /outbox.json` for tests, both newest first; `?to=` filters by address. With `canReport`
 * each email has buttons that report its delivery.
 */
export function registerOutboxRoutes(
  app: FastifyInstance,
  { outbox, nav, canReport }: { outbox: Outbox; nav: string; canReport: boolean },
): void {
  app.get('/outbox.json', async (request, reply) => {
    const query = Query.safeParse(request.query);
    const entries = await outbox.entries(query.success ? query.data : {});
    return reply.header('cache-control', 'no-store').send(entries.map(({ entry }) => entry));
  });

  app.get('/outbox', async (request, reply) => {
    const query = Query.safeParse(request.query);
    const entries = await outbox.entries({ limit: PAGE_SIZE, ...(query.success ? query.data : {}) });
    const list =
      entries.length === 0
        ? '<p class="card">Nothing has been sent yet. Sign up, buy a pass or book a class, and the emails appear here.</p>'
        : entries.map((each) => entryHtml(each, canReport)).join('\n');
    const body = `${nav}<h1>Outbox</h1>
<p class="muted">Every email and mailing-list change that would have left the studio, newest first. Nothing is really sent.</p>
${list}`;
    return sendPage(reply, 200, { title: 'Outbox · sandbox', body, style: STYLE });
  });
}
