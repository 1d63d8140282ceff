// What a complement of a supplier says of one document of ours, as the books hold it.
import type { Row } from '../../../db/schema.ts';

export type ProofRow = Readonly<Omit<Row<'payment_proof'>, 'entity_id'>>;
