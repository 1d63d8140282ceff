// Merges the fields of all enabled countries; each description names its countries.
import type { Field, Fields, Spec } from '../model.ts';
import { listEnabledCountries } from '../load/resolve.ts';

/** One named input type of a slot and the countries that use it. */
export interface SlotPart {
  /** `MX`, or `Peppol` for the countries of the network. */
  readonly label: string;
  readonly type: string;
  readonly fields: Fields;
}

/** The input types that fill a slot, each once, in the order of the countries. */
export const listSlotParts = (slot: string, spec: Spec): readonly SlotPart[] => {
  const parts = new Map<string, SlotPart>();
  const add = (label: string, type: string | undefined): void => {
    const fields = type === undefined ? undefined : spec.types.get(type)?.field.fields;
    if (type !== undefined && fields !== undefined && !parts.has(type))
      parts.set(type, { label, type, fields });
  };
  for (const country of listEnabledCountries(spec)) {
    add(country.filing_model === 'network' ? 'Peppol' : country.country, country.details[slot]);
  }
  add('Peppol', spec.service.defaultDetails[slot]);
  return [...parts.values()];
};

/** What others call a field that several countries have. */
const joinAlso = ({ also = [] }: Field, other: Field): Pick<Field, 'also'> =>
  other.also === undefined ? {} : { also: [...new Set([...also, ...other.also])] };

/** One flat set of optional fields, since which apply and which are required depends on the country. */
export const mergeSlotFields = (slot: string, spec: Spec): Fields => {
  const flat: Record<string, Field> = {};
  for (const { label, fields } of listSlotParts(slot, spec)) {
    for (const [name, field] of Object.entries(fields)) {
      const earlier = flat[name];
      const { required: _required, default: _default, ...body } = field;
      const description = describeField(label, field, spec);
      flat[name] =
        earlier === undefined
          ? { ...body, description }
          : {
              ...earlier,
              ...joinAlso(earlier, body),
              description: `${earlier.description ?? ''} ${description}`,
            };
    }
  }
  return flat;
};

const describeField = (label: string, field: Field, spec: Spec): string => {
  const own =
    field.description ??
    (field.use === undefined ? '' : (spec.types.get(field.use)?.field.description ?? ''));
  return `${label}: ${own}`;
};
