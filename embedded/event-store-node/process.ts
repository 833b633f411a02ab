import { type RunningNode, runNode } from './node.ts';
import type { NodeCommand, NodeMessage } from './process-messages.ts';

const post = (message: NodeMessage, onSent?: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, onSent);
  else onSent?.();
};
const fail = (error: unknown): void => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  post({ kind: 'failed', name, message }, () => process.exit(1));
};

let node: RunningNode | undefined;
process.on('message', (command: NodeCommand) => {
  if (command.kind === 'start') {
    runNode(command.options).then((started) => {
      node = started;
      started.failed.catch(fail);
      post({ kind: 'ready', port: started.port });
    }, fail);
  } else {
    (node?.stop() ?? Promise.resolve()).then(() => process.exit(0), fail);
  }
});
// Ctrl-C reaches every process of the terminal, but the one that started this still needs it to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// That process has ended.
process.on('disconnect', () => process.exit(1));
process.on('uncaughtException', fail);
