import { printFigure } from '../bench/measure.ts';
import { measureRelease } from '../bench/release/measure-release.ts';
import { parseNumber, readOptions } from './support/read-options.ts';

/** `npm run bench:load`: a release at noon, as ratios to a CRUD service under the same load. */
const usage = 'npm run bench:load -- [--members N] [--pages N] [--rates N,N…] [--seconds N] [--rounds N]';
const { values } = readOptions(usage, {
  options: {
    members: { type: 'string', default: '5000' },
    pages: { type: 'string', default: '1000' },
    rates: { type: 'string', default: '134,500' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
  },
});
const figures = await measureRelease({
  members: parseNumber('--members', values.members, 1),
  pages: parseNumber('--pages', values.pages),
  rates: values.rates.split(',').map((rate) => parseNumber('--rates', rate, 1)),
  seconds: parseNumber('--seconds', values.seconds, 1),
  rounds: parseNumber('--rounds', values.rounds, 1),
});
for (const figure of figures) printFigure(figure);
process.exitCode = figures.some(({ met }) => met === false) ? 1 : 0;
