// Keeps what a complement says of each document, before it is compared with the books.
import { isDuplicate } from '../../../db/errno.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import type { Reading, ReadProof } from '../../../receiving/reading.ts';
import { cut, dayOf } from '../../documents/bills/from-reading.ts';
import type { ProofRow } from '../../documents/payment-proofs/record.ts';
import {
  deleteProofsOf,
  documentOfProof,
  insertProofs,
  PROOF_INDEX,
} from '../../documents/payment-proofs/store.ts';
import type { WriteScope } from '../../ground/change/scope.ts';

const rowsOf = (received_document_id: string, proof: ReadProof): readonly ProofRow[] =>
  proof.payments
    .flatMap(({ documents, ...payment }) => documents.map((document) => ({ payment, document })))
    .map(({ payment, document }, index) => ({
      received_document_id,
      position: index + 1,
      uuid: keyOf(proof.uuid),
      bill_uuid: keyOf(document.uuid),
      bill_number: cut([document.series, document.number].filter(Boolean).join(' '), 120),
      paid_on: dayOf(payment.paidOn),
      payment_currency: payment.currency.trim().slice(0, 3),
      currency: document.currency.trim().slice(0, 3),
      equivalence: cut(document.equivalence, 40),
      instalment: cut(document.instalment, 10),
      before_amount: document.before.trim().slice(0, 40),
      paid_amount: document.paid.trim().slice(0, 40),
      bill_id: null,
      payment_id: null,
      findings: [],
    }));

const keyOf = (uuid: string): string => uuid.trim().toLowerCase().slice(0, 64);

/** In the place of what an earlier reading of the file said. Of two files with one complement the first one counts. */
export const keepProof = async (
  ctx: WriteScope,
  received_document_id: string,
  { proof }: Pick<Reading, 'proof'>,
): Promise<readonly StoredIssue[]> => {
  if (proof === null) return [];
  await deleteProofsOf(ctx, received_document_id);
  try {
    await insertProofs(ctx, rowsOf(received_document_id, proof));
    return [];
  } catch (error) {
    const uuid = keyOf(proof.uuid);
    const record = isDuplicate(error, PROOF_INDEX) ? await documentOfProof(ctx, uuid) : undefined;
    if (record === undefined) throw error;
    await deleteProofsOf(ctx, received_document_id);
    return [issue('duplicate_uuid', { uuid, record })];
  }
};
