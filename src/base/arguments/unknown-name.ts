// A parameter that the tool does not know: the one that was meant, where it belongs, or those that there are.
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { closest } from '../closest.ts';
import { type ToolError, toolError } from '../errors.ts';
import { ANYTHING, join, leafOf, shorten } from './places.ts';

const words = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .toSorted()
    .join(' ');

/** `dateFrom` and `from_date` are `date_from`. */
const sameWords = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => words(each) === words(name));

/** Where else in the arguments there is a parameter of this name. */
const elsewhere = (schema: PublishedSchema, name: string, path = ''): string | undefined => {
  if (schema.type === 'array') return elsewhere(schema.items ?? ANYTHING, name, `${path}[]`);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.some(([each]) => each === name)) return join(path, name);
  for (const [each, field] of fields) {
    const found = elsewhere(field, name, join(path, each));
    if (found !== undefined) return found;
  }
  return undefined;
};

export const unknownParameter = (
  name: string,
  at: string,
  schema: PublishedSchema,
  root: PublishedSchema,
): ToolError => {
  const path = join(at, String(shorten(name)));
  const known = Object.keys(schema.properties ?? {});
  const meant = sameWords(name, known) ?? closest(name, known);
  if (meant !== undefined) {
    return toolError('unknown_parameter', {
      path,
      suggestion: `did you mean ${meant}`,
      allowed: [meant, ...known.filter((other) => other !== meant)],
      hint: `Did you mean ${join(at, meant)}?`,
    });
  }
  const place = elsewhere(root, name);
  const suggestion =
    place === undefined ? `there are ${known.join(', ') || 'none'}` : `it belongs in ${place}`;
  const hint =
    place === undefined
      ? `Leave ${leafOf(path)} out; nothing here takes it.`
      : `Give it as ${place} instead.`;
  return toolError('unknown_parameter', { path, suggestion, allowed: known, hint });
};
