// The schema of a row, as reading a CSV needs it.
import type { PublishedSchema } from '../../../generated/runtime.ts';

/** Each field that a CSV column can fill, by its heading: `name`, `country_details.rfc`. */
export const headingsOf = (schema: PublishedSchema, prefix = ''): Map<string, PublishedSchema> => {
  const headings = new Map<string, PublishedSchema>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field.properties === undefined) headings.set(prefix + name, field);
    else for (const [heading, inner] of headingsOf(field, `${prefix}${name}.`)) headings.set(heading, inner);
  }
  return headings;
};
