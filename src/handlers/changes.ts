// What a tool that changes a record was asked for: new values, and null for what is to be empty.
import type { InputSchema } from '../../generated/runtime.ts';

/** What is to be emptied may be one field of the country: `country_details.cfdi_use`. */
export const wishedBy = <T extends { readonly country_details?: object }>(
  given: T,
  emptied: readonly string[],
) => {
  const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const within = emptied.flatMap((name) => (name.startsWith(DETAILS) ? [name.slice(DETAILS.length)] : []));
  const changes = { ...given, ...none(emptied.filter((name) => !name.includes('.'))) };
  return within.length === 0
    ? changes
    : { ...changes, country_details: { ...given.country_details, ...none(within) } };
};

const DETAILS = 'country_details.';

/** What can be given to change. */
export const fieldsOf = ({ inputSchema }: { readonly inputSchema: InputSchema }, id: string): string =>
  Object.keys(inputSchema.properties ?? {})
    .filter((name) => name !== id && name !== 'entity_id' && name !== 'idempotency_key')
    .join(', ');
