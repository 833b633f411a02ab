import { connect, type Socket } from 'node:net';
import { formatRequest } from '../load/lean-http.ts';
import { answerParent } from '../servers/child.ts';

/** A process that keeps pages open during the release, each with its stream of changes. */

export type PagesMessage =
  | { readonly kind: 'open'; readonly port: number; readonly tokens: readonly string[] }
  | { readonly kind: 'report' };

/** What happened since the last report. */
export interface PagesReport {
  readonly open: number;
  /** Change notices received by all pages. */
  readonly changes: number;
  readonly cpuSeconds: number;
}

const pages = new Set<Socket>();
let changes = 0;
let cpuBefore = process.cpuUsage();

async function open(port: number, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const socket = connect({ port, host: '127.0.0.1' });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    pages.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => pages.delete(socket));
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf('event: change'); at >= 0; at = chunk.indexOf('event: change', at + 1)) {
        changes += 1;
      }
    });
    socket.write(formatRequest('GET', '/api/events', { token }));
  }
}

answerParent<PagesMessage>(
  async (message): Promise<PagesReport> => {
    if (message.kind === 'open') await open(message.port, message.tokens);
    const { user, system } = process.cpuUsage(cpuBefore);
    const report = { open: pages.size, changes, cpuSeconds: (user + system) / 1e6 };
    changes = 0;
    cpuBefore = process.cpuUsage();
    return report;
  },
  async () => {
    for (const page of pages) page.destroy();
  },
);
