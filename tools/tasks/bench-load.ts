import { printFigure } from '../bench/measure.ts';
import { measureRelease } from '../bench/release/measure-release.ts';
import { numberOf, readOptions } from './support/read-options.ts';

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
  members: numberOf('--members', values.members, 1),
  pages: numberOf('--pages', values.pages),
  rates: values.rates.split(',').map((rate) => numberOf('--rates', rate, 1)),
  seconds: numberOf('--seconds', values.seconds, 1),
  rounds: numberOf('--rounds', values.rounds, 1),
});
for (const figure of figures) printFigure(figure);
process.exitCode = figures.some(({ met }) => met === false) ? 1 : 0;
