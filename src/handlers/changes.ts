// What a tool that changes a record was asked for: new values, and null for what is to be empty.
import type { InputSchema } from '../../generated/runtime.ts';

/** `clear` may name one field of the country: `country_details.cfdi_use`. */
export const wishedBy = <
  T extends { readonly clear?: readonly string[]; readonly country_details?: object },
>({
  clear = [],
  ...given
}: T) => {
  const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const within = clear.flatMap((name) => (name.startsWith(DETAILS) ? [name.slice(DETAILS.length)] : []));
  const changes = { ...given, ...none(clear.filter((name) => !name.includes('.'))) };
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
