import { runGrowth } from '../bench/growth/run-growth.ts';
import { parseNumber, readOptions } from './support/read-options.ts';

/** `npm run bench:growth`: start, booking and memory with ten thousand, a hundred thousand and a million events. */
const { values } = readOptions('npm run bench:growth -- [--sizes N,N…] [--starts N] [--rounds N]', {
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '10' },
  },
});
const isSame = await runGrowth({
  sizes: values.sizes.split(',').map((size) => parseNumber('--sizes', size, 1)),
  starts: parseNumber('--starts', values.starts, 1),
  rounds: parseNumber('--rounds', values.rounds, 1),
});
process.exitCode = isSame ? 0 : 1;
