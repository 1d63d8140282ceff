import type { PublishedSchema } from '../../../generated/runtime.ts';

/** The schema of a part of what a tool takes: an object's, or that of each element of a list. */
export const partOf = ({ properties, items }: PublishedSchema, param: string): PublishedSchema => {
  const part = properties?.[param] ?? items?.properties?.[param];
  if (part === undefined) throw new Error(`there is no ${param}`);
  return part.items ?? part;
};
