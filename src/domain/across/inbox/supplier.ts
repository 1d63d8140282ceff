// Which supplier a document is of: by its VAT id, its tax number with its name, its id on the network, its account, and at last
// its exact name. Two that fit are asked for, and none is guessed.
import type { Reading, ReadDocument, ReadParty } from '../../../receiving/reading.ts';
import { isCountryCode } from '../../../base/country-codes.ts';
import { isRefusal, ToolError } from '../../../base/errors.ts';
import { Refusal } from '../../../base/refusal.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { detailFields } from '../../../../generated/countries.ts';
import { nameFit, parseName } from '../../../base/names/same-name.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { compactAccount, isGenericTaxId } from '../../../matching/index.ts';
import { findByKey } from '../../bank/aliases/store/aliases.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { createCounterparty } from '../../parties/counterparties/create.ts';
import { findSameNamed } from '../../parties/counterparties/known-names.ts';
import {
  type CounterpartyRow,
  findAllByTaxId,
  findCounterparties,
} from '../../parties/counterparties/store/counterparties.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import { accountsOf } from './verdict.ts';

const { max_candidates: MOST } = SERVICE.limits;
/** Whoever has the tax id, one of whom the name fits where there are several: branches share an id. */
const byTaxId = async (
  ctx: ReadScope,
  id: string | null,
  name: string | null,
): Promise<CounterpartyRow[]> => {
  if (id === null || isGenericTaxId(id)) return [];
  const rows = await findAllByTaxId(ctx, normaliseVatId(id), MOST);
  const named = name === null ? [] : rows.filter((row) => fits(row, name));
  return rows.length > 1 && named.length > 0 ? named : rows;
};

const fits = (row: CounterpartyRow, name: string): boolean =>
  nameFit(parseName(name), parseName(row.name)) === 'same';

/** A tax number is unique within one tax office only, so the name must fit too. */
const byNumberAndName = async (ctx: ReadScope, { taxId, legalId, name, endpoint, ids }: ReadParty) => {
  if (name === null) return [];
  const asked = new Set(
    [
      taxId,
      legalId?.id,
      endpoint?.id,
      endpoint && `${endpoint.scheme}:${endpoint.id}`,
      ...ids.map(({ id }) => id),
    ]
      .filter((id) => typeof id === 'string' && id !== '')
      .map((id) => normaliseVatId(id ?? '')),
  );
  const rows = await findSameNamed(ctx, name);
  return rows.filter(({ details }) =>
    [details['tax_number'], details['participant_id']].some(
      (id) => id !== undefined && asked.has(normaliseVatId(id)),
    ),
  );
};

const byAccount = async (ctx: ReadScope, document: ReadDocument | null): Promise<CounterpartyRow[]> => {
  const found = new Set<string>();
  for (const account of document === null ? [] : accountsOf(document).slice(0, MOST)) {
    const alias = await findByKey(ctx, { kind: 'account', value_key: compactAccount(account) });
    if (alias !== undefined) found.add(alias.counterparty_id);
  }
  return findCounterparties(ctx, [...found]);
};

/** Those that it may be; one is certain. */
export const findSuppliers = async (
  ctx: ReadScope,
  { document, proof }: Reading,
): Promise<readonly CounterpartyRow[]> => {
  const seller = document?.seller ?? proof?.seller;
  if (seller === undefined) return [];
  const ways = [
    () => byTaxId(ctx, seller.vatId, seller.name),
    () => byTaxId(ctx, seller.taxId, seller.name),
    () => byNumberAndName(ctx, seller),
    () => byAccount(ctx, document),
    () => (seller.name === null ? Promise.resolve([]) : findSameNamed(ctx, seller.name)),
  ];
  for (const way of ways) {
    const rows = (await way()).filter((row) => !hasOtherTaxId(row, seller));
    if (rows.length > 0) return rows.slice(0, MOST);
  }
  return [];
};

/** A namesake, or the former owner of an account: the document names another id of the same kind. */
const hasOtherTaxId = ({ tax_id, country_code }: CounterpartyRow, { vatId, taxId }: ReadParty): boolean => {
  const stated = country_code === 'MX' ? taxId : vatId;
  return (
    tax_id !== null &&
    stated !== null &&
    !isGenericTaxId(stated) &&
    normaliseVatId(stated) !== normaliseVatId(tax_id)
  );
};

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

/** A supplier made of what the document says, with a task to look at it; undefined where the books do not take it so. */
export const proposeSupplier = async (
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
  await storeTask(ctx, {
    // Without its name, which a stranger wrote: titles are read as words of the house.
    title: 'Check the data of a new supplier',
    description: `It was made from the received document ${received_document_id}. Its data is what that document says.`,
    priority: 'normal',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Counterparty',
    taskable_id: made.id,
  });
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
