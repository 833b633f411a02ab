import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. One that begins last leaves the other worker without work. */
const longFiles = [
  ...['separate-studio.int', 'ways-out.int', 'crash-points.int', 'membership-rules.int', 'kill-nine.int'],
  ...['membership-pause.int', 'moving-in.int', 'dark-scheme.e2e', 'rules.e2e', 'checkout.e2e'],
  ...['site-measures.e2e', 'import.e2e', 'admin-week.e2e'],
];

const isLong = ({ moduleId }: TestSpecification): boolean =>
  longFiles.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Begins each project with the files that take longest. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
