import { parseArgs } from 'node:util';
import { runGrowth } from '../../bench/growth/run-growth.ts';

/** `npm run bench:growth`: start, booking and memory with ten thousand, a hundred thousand and a million events. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '10' },
  },
});
const isSame = await runGrowth({
  sizes: values.sizes.split(',').map(Number),
  starts: Number(values.starts),
  rounds: Number(values.rounds),
});
process.exitCode = isSame ? 0 : 1;
