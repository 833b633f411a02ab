import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that answers messages, such as a server under measurement. */
export interface Child {
  /** Sends a message and waits for its answer. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a module as a child that answers each message `{id, …}` with `{id, answer}` or `{id, error}`. */
export function startChild(module: URL, environment: Record<string, string>): Child {
  const child = fork(module, { env: { ...process.env, ...environment } });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let count = 0;
  child.on('message', (message: { id: number; answer: never; error?: string }) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.answer);
    else asked?.reject(new Error(message.error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The child process ended with ${code}`));
  });
  return {
    ask(message) {
      count += 1;
      const id = count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, ...message });
      });
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Runs in the child: answers each message by `answer`, and exits when the parent disconnects. */
export function answerParent<Message>(
  answer: (message: Message) => Promise<unknown>,
  stop: () => Promise<void>,
): void {
  process.on('message', (message: Message & { id: number }) => {
    answer(message).then(
      (result) => process.send?.({ id: message.id, answer: result }),
      (error: unknown) =>
        process.send?.({
          id: message.id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  const end = () => void stop().finally(() => process.exit(0));
  // The parent may have exited while this process was starting.
  if (process.connected) process.on('disconnect', end);
  else end();
}
