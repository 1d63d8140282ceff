// Parses JSON that this or an earlier release has stored.

export type Fields = Readonly<Record<string, unknown>>;

export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const readText = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`the stored ${name} is no text`);
  return value;
};

export const readOptional = (fields: Fields, name: string): string | null =>
  fields[name] === null || fields[name] === undefined ? null : readText(fields, name);

export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
