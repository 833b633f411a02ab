import type { ImportAnswer, ImportMappingBody } from '#services/contract/imports.ts';

type FileKind = ImportAnswer['files'][number]['file'];
export type DateOrder = 'day-first' | 'month-first';

/** What staff have chosen of an import that has not begun. */
export interface ImportChoice {
  readonly files: { readonly [Kind in FileKind]?: File | undefined };
  /** Empty: found out. */
  readonly preset: ImportAnswer['preset'] | '';
  readonly source: string;
  readonly dateOrder: DateOrder | null;
  readonly mapping: ImportMappingBody;
}

export const blankChoice: ImportChoice = { files: {}, preset: '', source: '', dateOrder: null, mapping: {} };

export const hasFiles = ({ files }: ImportChoice): boolean => Object.values(files).some(Boolean);

/** The form that the server reads. */
export function toForm({ files, preset, source, dateOrder, mapping }: ImportChoice): FormData {
  const form = new FormData();
  if (preset !== '') form.set('preset', preset);
  if (source.trim() !== '') form.set('source', source.trim());
  if (dateOrder !== null) form.set('dateOrder', dateOrder);
  form.set('mapping', JSON.stringify(mapping));
  for (const [kind, file] of Object.entries(files)) if (file) form.set(kind, file, `${kind}.csv`);
  return form;
}

/** The headers that are mapped by hand to a field, or those that the preset found. */
export const getHeaders = (
  { mapping }: ImportChoice,
  { file, columns }: ImportAnswer['files'][number],
  field: string,
): readonly string[] => {
  const mapped = Object.entries(mapping[file] ?? {}).find(([name]) => name === field)?.[1];
  return mapped === undefined ? (columns[field] ?? []) : [mapped].flat();
};

/** The mapping with one more field. */
export const withColumn = (
  choice: ImportChoice,
  file: FileKind,
  field: string,
  headers: string[],
): ImportChoice => ({
  ...choice,
  mapping: { ...choice.mapping, [file]: { ...choice.mapping[file], [field]: headers } },
});
