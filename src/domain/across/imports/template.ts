// A file to begin with: every heading of a type, and rows that can be imported as they stand.
import type { PublishedSchema } from '../../../../generated/runtime.ts';
import { type ImportDescriptor, IMPORTS } from '../../../../generated/imports.ts';
import { type Column, csvText, textColumn } from '../../../base/csv.ts';
import type { OfferedImport } from './importers.ts';
import { listHeadings } from './read/columns.ts';

export interface TemplateColumn {
  readonly heading: string;
  readonly required: boolean;
  readonly type: PublishedSchema['type'];
  readonly description: string | undefined;
  readonly allowed: PublishedSchema['enum'] | undefined;
}

export interface Template {
  readonly type: OfferedImport;
  readonly columns: readonly TemplateColumn[];
  readonly csv: string;
}

export const importTemplate = (type: OfferedImport): Template => {
  const { schema, sample }: ImportDescriptor = IMPORTS[type];
  const headings = [...listHeadings(schema)];
  return {
    type,
    columns: headings.map(([heading, field]) => ({
      heading,
      required: schema.required?.includes(heading) === true,
      type: field.type,
      description: field.description,
      allowed: field.enum,
    })),
    csv: csvText(
      headings.map(([heading]) => cellOf(heading)),
      sample,
    ),
  };
};

const cellOf = (heading: string): Column<object> => {
  const path = heading.split('.');
  return textColumn(heading, (row) => toText(path.reduce<unknown>(property, row)));
};

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const toText = (value: unknown): string | null => {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
