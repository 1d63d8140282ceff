// Which supplier a document is of: by its VAT id, its tax number with its name, its id on the network, its account, and at last
// its exact name. Two that fit are asked for, and none is guessed.
import type { Reading, ReadDocument, ReadParty } from '../../../receiving/reading.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { nameFit, parseName } from '../../../base/names/same-name.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { compactAccount, isGenericTaxId } from '../../../matching/index.ts';
import { findByKey } from '../../bank/aliases/store/aliases.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { findSameNamed } from '../../parties/counterparties/known-names.ts';
import {
  type CounterpartyRow,
  findAllByTaxId,
  findCounterparties,
} from '../../parties/counterparties/store/counterparties.ts';
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
