// The supplier that a bill is entered with: a supplier already, a customer that becomes one too, or one that is made of what
// the document says. What was made of a document is told by its issues and by a task.
import { isCountryCode } from '../../../base/country-codes.ts';
import { isRefusal, ToolError } from '../../../base/errors.ts';
import { Refusal } from '../../../base/refusal.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { detailFields } from '../../../../generated/countries.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadingIssue, ReadParty } from '../../../receiving/reading.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { createCounterparty } from '../../parties/counterparties/create.ts';
import { makeSupplier } from '../../parties/counterparties/role.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';

export interface TakenSupplier {
  /** Undefined where the document does not say enough to make one. */
  readonly supplier: CounterpartyRow | undefined;
  /** Made of the document. */
  readonly proposed: boolean;
  readonly issues: readonly ReadingIssue[];
}

/** `known`: whom the document names, or a person chose. Nobody is made twice because of a role. */
export const takeSupplier = async (
  ctx: Unlimited,
  known: CounterpartyRow | undefined,
  party: ReadParty,
  received_document_id: string,
): Promise<TakenSupplier> => {
  if (known?.is_supplier === true) return { supplier: known, proposed: false, issues: [] };
  if (known !== undefined) {
    const supplier = await makeSupplier(ctx, known);
    await askToLook(
      ctx,
      supplier,
      'Check that a customer is a supplier too',
      `It became one with the received document ${received_document_id}, which names it as its sender.`,
    );
    return { supplier, proposed: false, issues: [issue('supplier_role_added', { name: known.name })] };
  }
  const supplier = await proposeSupplier(ctx, party, received_document_id);
  if (supplier === undefined) return { supplier, proposed: false, issues: [issue('supplier_unnamed')] };
  return { supplier, proposed: true, issues: [issue('supplier_new', { name: supplier.name })] };
};

/** Titles are without the name, which a stranger wrote: they are read as words of the house. */
const askToLook = (
  ctx: Unlimited,
  { id }: CounterpartyRow,
  title: string,
  description: string,
): Promise<string> =>
  storeTask(ctx, {
    title,
    description,
    priority: 'normal',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Counterparty',
    taskable_id: id,
  });

const detailsOf = (party: ReadParty, country: string): Record<string, string> => {
  const { vatId, taxId, endpoint } = party;
  const all = {
    vat_id: vatId === null ? null : normaliseVatId(vatId),
    rfc: taxId === null ? null : normaliseVatId(taxId),
    tax_number: taxId,
    fiscal_regime_code: party.regime,
    street: party.street,
    city: party.city,
    participant_id:
      endpoint === null || !/^\d{4}$/.test(endpoint.scheme) ? null : `${endpoint.scheme}:${endpoint.id}`,
  };
  const taken: Readonly<Record<string, unknown>> = detailFields('counterparty', country);
  return Object.fromEntries(
    Object.entries(all).flatMap(([field, value]) =>
      value === null || !Object.hasOwn(taken, field) ? [] : [[field, value]],
    ),
  );
};

/** Undefined where the books do not take it so. */
const proposeSupplier = async (
  ctx: Unlimited,
  party: ReadParty,
  received_document_id: string,
): Promise<CounterpartyRow | undefined> => {
  const name = (party.name ?? party.tradingName ?? '').trim();
  if (name === '') return undefined;
  const stated = party.countryCode?.toUpperCase() ?? '';
  const country = isCountryCode(stated) ? stated : ctx.entity.country_code;
  const input = {
    name: [...name].slice(0, LIMITS.ListedCounterparty.name).join(''),
    country_code: country,
    is_customer: false,
    is_supplier: true,
    ...(party.postalCode === null ? {} : { postal_code: party.postalCode }),
  };
  const made = await firstTaken([
    () => createCounterparty(ctx, { ...input, country_details: detailsOf(party, country) }),
    () => {
      const { vat_id, rfc } = detailsOf(party, country);
      const { postal_code: _code, ...bare } = input;
      return createCounterparty(ctx, {
        ...bare,
        country_details: {
          ...(vat_id === undefined ? {} : { vat_id }),
          ...(rfc === undefined ? {} : { rfc }),
        },
      });
    },
  ]);
  if (made === undefined) return undefined;
  await askToLook(
    ctx,
    made,
    'Check the data of a new supplier',
    `It was made from the received document ${received_document_id}. Its data is what that document says.`,
  );
  return made;
};

/** What the first way refuses, the next one may take. */
const firstTaken = async (
  ways: readonly (() => Promise<CounterpartyRow>)[],
): Promise<CounterpartyRow | undefined> => {
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      if (!(error instanceof ToolError) && !(error instanceof Refusal) && !isRefusal(error)) throw error;
    }
  }
  return undefined;
};
