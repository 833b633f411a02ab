import { parseArgs } from 'node:util';
import { runStandaloneNode } from '../../embedded/event-store-node/standalone.ts';

/** `npm run event-store -- --port N --data DIR`: the embedded event store alone, without a credential. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2113' },
    data: { type: 'string', default: '.data/event-store' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port ${values.port} is no port.`);
  process.exit(2);
}
await runStandaloneNode({ port, dataDir: values.data });
