import { runStandaloneNode } from '#embedded/event-store-node/run-standalone-node.ts';
import { readOptions, refuse } from './support/read-options.ts';

/** `npm run event-store -- --port N --data DIR`: the embedded event store alone, without a credential. */
const { values } = readOptions('npm run event-store -- [--port N] [--data DIR]', {
  options: {
    port: { type: 'string', default: '2113' },
    data: { type: 'string', default: '.data/event-store' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse(`--port ${values.port} is not a port.`);
await runStandaloneNode({ port, dataDir: values.data });
