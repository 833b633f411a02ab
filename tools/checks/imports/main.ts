import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkImports } from './check-imports.ts';

// The check of `npm test`: says what is wrong, and ends with 1 when something is.
const root = join(import.meta.dirname, '../../..');
const files = globSync('{domain,services,projections,workers,web,infra,embedded,tools}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path === 'node_modules' || path === 'dist',
});
const sources = new Map(
  files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')]),
);
const complaints = checkImports(sources);
for (const complaint of complaints) console.log(complaint);
console.log(`${sources.size} files, ${complaints.length} forbidden imports`);
process.exitCode = complaints.length === 0 ? 0 : 1;
