// Complements of suppliers and our payments meet: whatever arrives, is recorded, is taken back or cancelled, the bills that
// it is about are decided anew. Nothing is ever booked because of a complement.
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { toInstant } from '../../../db/instant.ts';
import { updateVersion } from '../../../db/scoped.ts';
import { issue } from '../../../receiving/issue.ts';
import {
  type PartOnBill,
  partsOnBills,
  writeComplement,
} from '../../documents/payments/store/complements.ts';
import type { ProofRow } from '../../documents/payment-proofs/record.ts';
import {
  deleteProofsOf,
  lockProofsOfBills,
  proofsOfDocument,
  writeProof,
} from '../../documents/payment-proofs/store.ts';
import { changeReceived } from '../../documents/received/change.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { findReceived, receivedByIds } from '../../documents/received/store/documents.ts';
import { filesComplements } from '../../filing/complements/make.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import type { PaymentFact, WriteScope } from '../../ground/change/scope.ts';
import { askOrRest, stands } from './ask.ts';
import { assign, type Judged, nameOf } from './assign.ts';
import { counts, isIssuer, ofDocument } from './counts.ts';
import { type LockedBill, lockBillsByUuid, suppliersOfBills } from './store.ts';

/** More findings of one complement say nothing new. */
const MOST_FOUND = 100;

/** Payments of bills were recorded or taken back. */
export const provePayments = async (
  ctx: WriteScope,
  facts: readonly Pick<PaymentFact, 'allocations'>[],
): Promise<void> =>
  proveBills(
    ctx,
    facts.flatMap(({ allocations }) => allocations.map(({ uuid }) => uuid)),
  );

/** Bills were made, or what was paid of them changed; of one that is no CFDI no complement speaks. */
export const proveBills = async (ctx: WriteScope, uuids: readonly (string | null)[]): Promise<void> => {
  if (!filesComplements(ctx)) return;
  await decide(ctx, [...new Set(uuids.flatMap((uuid) => uuid?.toLowerCase() ?? []))]);
};

/** A complement arrived, was booked, rejected or cancelled. */
export const proveDocument = async (ctx: WriteScope, received_document_id: string): Promise<void> => {
  const rows = await proofsOfDocument(ctx, received_document_id);
  const bills = await decide(ctx, [...new Set(rows.map(({ bill_uuid }) => bill_uuid))]);
  // On several machines a lock holds on one only: who pays one of these bills meanwhile writes the same row.
  for (const { id, version } of bills)
    await updateVersion(ctx, 'bill', { id, version }, { version: version + 1 });
};

/** What a complement said counts no longer, and another file may bring it again. */
export const withdrawProof = async (ctx: WriteScope, received_document_id: string): Promise<void> => {
  await proveDocument(ctx, received_document_id);
  await deleteProofsOf(ctx, received_document_id);
};

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
};

/** The bills that were found. */
const decide = async (ctx: WriteScope, uuids: readonly string[]): Promise<readonly LockedBill[]> => {
  if (uuids.length === 0) return [];
  const bills = await lockBillsByUuid(ctx, uuids);
  const rows = await lockProofsOfBills(ctx, uuids);
  const documents = new Map(
    (await receivedByIds(ctx, [...new Set(rows.map((row) => row.received_document_id))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const ids = bills.map(({ id }) => id);
  // A complement names thousands of bills, so that none is looked for among all.
  const paid = groupBy(await partsOnBills(ctx, ids), ({ bill_id }) => bill_id);
  const suppliers = rows.length === 0 ? [] : await suppliersOfBills(ctx, ids);
  const supplierOf = new Map(suppliers.map((one) => [one.bill_id, one]));
  const saidOf = groupBy(rows, ({ bill_uuid }) => bill_uuid);
  const billOf = groupBy(bills, ({ uuid }) => uuid?.toLowerCase() ?? '');
  for (const uuid of uuids) {
    const [bill] = billOf.get(uuid) ?? [];
    const supplier = supplierOf.get(bill?.id ?? '');
    const parts = paid.get(bill?.id ?? '') ?? [];
    const judged = judgeBill(saidOf.get(uuid) ?? [], { bill, supplier, documents, parts });
    if (bill !== undefined) await keepOnPayments(ctx, bill, judged, parts);
    for (const one of judged) await keepOnProof(ctx, bill, one);
  }
  for (const id of documents.keys()) await restate(ctx, id);
  return rows.length === 0 ? [] : bills;
};

interface Books {
  readonly bill: LockedBill | undefined;
  readonly supplier: { readonly name: string; readonly tax_id: string | null } | undefined;
  readonly documents: ReadonlyMap<string, ListedReceived>;
  /** On this bill. */
  readonly parts: readonly PartOnBill[];
}

const judgeBill = (
  said: readonly ProofRow[],
  { bill, supplier, documents, parts }: Books,
): readonly Judged<ProofRow, PartOnBill>[] => {
  const judged: Judged<ProofRow, PartOnBill>[] = [];
  const claims: ProofRow[] = [];
  for (const claim of said) {
    const document = documents.get(claim.received_document_id);
    const told = (...findings: StoredIssue[]) => judged.push({ claim, part: undefined, findings });
    if (document === undefined || !counts(document)) told();
    else if (bill === undefined)
      told(issue('proof_bill_unknown', { uuid: claim.bill_uuid, number: nameOf(claim) }));
    else if (!isIssuer(document, bill, supplier))
      told(
        issue('proof_of_other_supplier', {
          uuid: claim.bill_uuid,
          number: nameOf(claim),
          supplier: supplier?.name ?? '?',
        }),
      );
    else claims.push(claim);
  }
  if (bill === undefined) return judged;
  return [...judged, ...assign(bill, claims, parts.filter(stands))];
};

const keepOnPayments = async (
  ctx: WriteScope,
  bill: LockedBill,
  judged: readonly Judged<ProofRow, PartOnBill>[],
  parts: readonly PartOnBill[],
): Promise<void> => {
  const proven = new Map(judged.map(({ claim, part }) => [part, claim.uuid]));
  for (const part of parts) {
    const complement_uuid = proven.get(part) ?? null;
    if (complement_uuid !== part.complement_uuid) {
      await writeComplement(ctx, part, { complement_uuid });
      ctx.record({
        event: complement_uuid === null ? 'payment.unproven' : 'payment.proven',
        record_type: 'bill_payment',
        record_id: part.payment_id,
        before: { bill_id: bill.id, complement_uuid: part.complement_uuid },
        after: { bill_id: bill.id, complement_uuid },
      });
    }
    await askOrRest(ctx, bill, { ...part, complement_uuid });
  }
};

const keepOnProof = async (
  ctx: WriteScope,
  bill: LockedBill | undefined,
  { claim, part, findings }: Judged<ProofRow, PartOnBill>,
): Promise<void> => {
  const bill_id = bill?.id ?? null;
  const payment_id = part?.payment_id ?? null;
  const isSame =
    bill_id === claim.bill_id &&
    payment_id === claim.payment_id &&
    JSON.stringify(findings) === JSON.stringify(claim.findings);
  if (!isSame) await writeProof(ctx, { ...claim, bill_id, payment_id, findings: [...findings] });
};

/** What a complement says of all its bills, as its document tells it. */
const restate = async (ctx: WriteScope, id: string): Promise<void> => {
  const [rows, found] = [await proofsOfDocument(ctx, id), await findReceived(ctx, id)];
  if (found === undefined) return;
  const isBooked = (before: ListedReceived): boolean => stateOf(ctx, rows, before).status === 'booked';
  const event = found.status !== 'booked' && isBooked(found) ? 'document.booked' : 'document.checked';
  // It is there, and nobody waits for what it says here.
  await changeReceived(ctx as Unlimited, id, event, (before) => {
    const after = stateOf(ctx, rows, before);
    const { status, issues, links } = before;
    const isSame =
      after.status === status &&
      JSON.stringify(after.links) === JSON.stringify(links) &&
      JSON.stringify(after.issues) === JSON.stringify(issues);
    return isSame ? undefined : after;
  });
};

type State = Pick<ReceivedRow, 'status' | 'issues' | 'links' | 'decided_at'>;

const stateOf = (ctx: WriteScope, rows: readonly ProofRow[], before: ListedReceived): State => {
  const found = rows.flatMap(({ findings }) => findings);
  const payments = [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))];
  const state = {
    status: before.status,
    decided_at: before.decided_at,
    issues: [...ofDocument(before), ...found.slice(0, MOST_FOUND)],
    links: { payments, candidates: before.links.candidates },
  };
  // What it had proven is open again: somebody looks at it.
  if (before.status === 'booked' && before.links.payments.some((one) => !payments.includes(one)))
    return { ...state, status: 'needs_review', decided_at: null };
  const agrees = rows.length > 0 && rows.every(({ payment_id }) => payment_id !== null) && found.length === 0;
  if (before.status !== 'needs_review' || !agrees || !counts(before)) return state;
  // Nothing of it is left to decide.
  return { ...state, status: 'booked', decided_at: toInstant(ctx.now) };
};
