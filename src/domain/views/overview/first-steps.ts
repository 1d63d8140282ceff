// How far a new organisation is on its way to the first filed invoice, read from the books themselves.
import type { Entity } from '../../../base/entity.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import {
  findApprovedInvoices,
  findPendingApproval,
  findSomeCustomer,
  findSomeInvoice,
  type FirstRecord,
} from './store.ts';

/** Null while a step is still to come. */
export interface FirstSteps {
  readonly company: Entity | null;
  readonly customer: FirstRecord | null;
  readonly invoice: FirstRecord | null;
  /** A request that waits for a person. */
  readonly request: FirstRecord | null;
  /** An invoice that a person has approved, and one of those that is filed. */
  readonly approved: FirstRecord | null;
  readonly filed: FirstRecord | null;
}

export const readFirstSteps = async (
  { db, now }: OrganisationScope,
  companies: readonly Entity[],
): Promise<FirstSteps> => {
  const ids = companies.map(({ id }) => id);
  const [customer, invoice, request, approved] = await Promise.all([
    findSomeCustomer(db, ids),
    findSomeInvoice(db, ids),
    findPendingApproval(db, ids, now),
    findApprovedInvoices(db, ids),
  ]);
  const filed = approved.find(({ filing_status }) => filing_status === 'filed');
  return {
    company: companies[0] ?? null,
    customer: customer ?? null,
    invoice: invoice ?? null,
    request: request ?? null,
    approved: filed ?? approved[0] ?? null,
    filed: filed ?? null,
  };
};
