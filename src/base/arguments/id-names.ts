// What others call the id of a record, by the records that a parameter takes.
import { ID_NOUNS, type IdName } from '../../../generated/ids.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SYNONYMS } from '../../../generated/vocabulary/synonyms.ts';

/** `invoice_id` where a parameter takes ids of invoices. */
export const idNames = ({ ids = [] }: PublishedSchema, isRequired: boolean): readonly string[] =>
  ids.flatMap((id: IdName) => [
    `${ID_NOUNS[id]} id`,
    id,
    // What the tool is about may be told in any word for it: `factura_id`.
    ...(isRequired ? (NOUNS.get(ID_NOUNS[id].replaceAll(' ', '_')) ?? []).map((noun) => `${noun} id`) : []),
  ]);

const NOUNS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(SYNONYMS.nouns));
