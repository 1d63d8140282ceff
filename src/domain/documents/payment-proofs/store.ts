// Statements on what complements of suppliers say of payments.
import { inChunks } from '../../../base/chunks.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { ProofRow } from './record.ts';

/** The unique index that decides when one complement comes in two files at once. */
export const PROOF_INDEX = 'uq_payment_proof_uuid';

export const insertProofs = (ctx: Tenant<Writer>, rows: readonly ProofRow[]): Promise<void> =>
  inChunks(rows, (some) =>
    scoped(ctx, 'payment_proof')
      .insert(some.map((row) => ({ ...row, findings: JSON.stringify(row.findings) })))
      .execute(),
  );

export const deleteProofsOf = async (ctx: Tenant<Writer>, received_document_id: string): Promise<void> => {
  await scoped(ctx, 'payment_proof')
    .delete()
    .where('received_document_id', '=', received_document_id)
    .execute();
};

/** All that a complement says, in its order. */
export const proofsOfDocument = (ctx: Tenant<Reader>, id: string): Promise<readonly ProofRow[]> =>
  scoped(ctx, 'payment_proof')
    .select()
    .selectAll()
    .where('received_document_id', '=', id)
    .orderBy('position')
    .execute();

export const documentOfProof = async (ctx: Tenant<Reader>, uuid: string): Promise<string | undefined> =>
  (
    await scoped(ctx, 'payment_proof')
      .select({ index: PROOF_INDEX })
      .select('received_document_id')
      .where('uuid', '=', uuid)
      .limit(1)
      .executeTakeFirst()
  )?.received_document_id;

/** All that is said of these bills, by their UUIDs; it waits for those who say something of them at this moment. */
export const lockProofsOfBills = (
  ctx: Tenant<Writer>,
  uuids: readonly string[],
): Promise<readonly ProofRow[]> =>
  uuids.length === 0
    ? Promise.resolve([])
    : scoped(ctx, 'payment_proof')
        .select({ index: 'ix_payment_proof_bill' })
        .selectAll()
        .where('bill_uuid', 'in', uuids)
        .orderBy('received_document_id')
        .orderBy('position')
        .forUpdate()
        .execute();

export const writeProof = async (
  ctx: Tenant<Writer>,
  { received_document_id, position, bill_id, payment_id, findings }: ProofRow,
): Promise<void> => {
  await scoped(ctx, 'payment_proof')
    .update()
    .set({ bill_id, payment_id, findings: JSON.stringify(findings) })
    .where('received_document_id', '=', received_document_id)
    .where('position', '=', position)
    .execute();
};
