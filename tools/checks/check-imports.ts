import { cruise, format } from 'dependency-cruiser';
import importRules from './import-rules.ts';
import { findMutualImports } from './mutual-imports.ts';

/** Checks the imports of the whole project by the import rules, and prints each violation. */
const folders = ['domain', 'infra', 'projections', 'services', 'workers', 'web', 'embedded', 'tools'];
const { output: result } = await cruise(folders, {
  ...importRules.options,
  validate: true,
  ruleSet: { forbidden: importRules.forbidden },
});
if (typeof result === 'string') throw new Error(result);
const report = await format(result, { outputType: 'err' });
const mutualImports = findMutualImports(result.modules);
console.log([report.output, ...mutualImports].join('\n'));
process.exitCode = report.exitCode === 0 && mutualImports.length === 0 ? 0 : 1;
