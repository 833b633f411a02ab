import { connect, type Socket } from 'node:net';
import { requestText } from '../load/lean-http.ts';
import { answerParent } from '../servers/child.ts';

/** Pages that are open while the rush goes on, each with its stream of changes, in a process of its own. */

export type PagesMessage =
  | { readonly kind: 'open'; readonly port: number; readonly tokens: readonly string[] }
  | { readonly kind: 'heard' };

export interface Heard {
  readonly open: number;
  /** Changes told to all pages together since it was asked last. */
  readonly changes: number;
  /** Processor seconds since then. */
  readonly processor: number;
}

const pages = new Set<Socket>();
let changes = 0;
let before = process.cpuUsage();

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
    socket.on('data', (piece) => {
      for (let at = piece.indexOf('event: change'); at >= 0; at = piece.indexOf('event: change', at + 1)) {
        changes += 1;
      }
    });
    socket.write(requestText('GET', '/api/events', { token }));
  }
}

answerParent<PagesMessage>(
  async (message): Promise<Heard> => {
    if (message.kind === 'open') await open(message.port, message.tokens);
    const { user, system } = process.cpuUsage(before);
    const heard = { open: pages.size, changes, processor: (user + system) / 1e6 };
    changes = 0;
    before = process.cpuUsage();
    return heard;
  },
  async () => {
    for (const page of pages) page.destroy();
  },
);
