import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = '{domain,services,projections,workers,embedded,tools}';

async function readSources(pattern: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for await (const file of glob(pattern, { cwd: root })) {
    sources.set(file.replaceAll('\\', '/'), await readFile(`${root}${file}`, 'utf8'));
  }
  return sources;
}

const areas = await readSources('services/commands/*/*.ts');
const commands = [...areas].flatMap(([file, source]) =>
  [...source.matchAll(/^export const (\w+) = defineCommand\(\s*'([^']*)'/gm)].map(([, exported, name]) => ({
    file,
    exported,
    name,
  })),
);

const toCamelCase = (name: string) => name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

test('every command has a file of its own, named as the command', () => {
  expect(commands.length).toBeGreaterThanOrEqual(70);
  expect(
    commands.filter(
      ({ file, exported, name = '' }) => !file.endsWith(`/${name}.ts`) || exported !== toCamelCase(name),
    ),
  ).toEqual([]);
});

test('every function with a command context that other folders import is made by defineCommand', async () => {
  const defined = new Set(commands.map(({ file, exported }) => `${file} ${exported}`));
  const declaration =
    /^export (?:async )?(?:function (\w+)[\s\S]*?\)(?: \{|: )|const (\w+) = (?:async )?\([\s\S]*?=> )/gm;
  const takesContext = ([file, source]: readonly [string, string]) =>
    [...source.matchAll(declaration)].flatMap(([head, name, constant]) =>
      head.includes('CommandContext') ? [`${file} ${name ?? constant}`] : [],
    );
  const steps = new Set([...areas].flatMap(takesContext).filter((step) => !defined.has(step)));
  const imported = new Set<string>();
  for (const [file, source] of await readSources(`${folders}/**/*.ts`)) {
    if (file.startsWith('services/commands/')) continue;
    for (const [, names = '', path] of source.matchAll(
      /import \{([^}]*)\} from '[^']*\bcommands\/(\w[\w-]*\/[\w-]+\.ts)'/g,
    )) {
      for (const name of names.split(',')) imported.add(`services/commands/${path} ${name.trim()}`);
    }
  }
  expect([...defined].filter((command) => imported.has(command)).length).toBeGreaterThanOrEqual(65);
  expect([...steps].filter((step) => imported.has(step))).toEqual([]);
});
