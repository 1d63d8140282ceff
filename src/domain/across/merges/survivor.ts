// What is left of two counterparties that are one: the survivor, completed with what only the duplicate has.
import { keepLookUp, statedDetails } from '../../../einvoicing/peppol-ubl/look-up.ts';
import { haveTwoTaxIds } from '../../parties/counterparties/known-names.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';

const told = ({ name, id }: CounterpartyRow): string => `${name} (${id})`;

/** Why the two cannot be one, as a sentence for people. */
export const explainTwo = (duplicate: CounterpartyRow, survivor: CounterpartyRow): string | null => {
  if (haveTwoTaxIds(duplicate, survivor))
    return `${told(duplicate)} has the tax id ${duplicate.tax_id} and ${told(survivor)} has ${survivor.tax_id}, so they are two legal persons and are not merged.`;
  if (duplicate.country_code !== survivor.country_code && duplicate.tax_id_unique !== null)
    return `${told(duplicate)} has a tax id of ${duplicate.country_code} and ${told(survivor)} stands in ${survivor.country_code}: merge the other way round, so that the tax id stays.`;
  return null;
};

/** Whether the survivor gets the duplicate's tax id, because it has none of its own. */
const takesTaxId = (duplicate: CounterpartyRow, survivor: CounterpartyRow): boolean =>
  survivor.tax_id_unique === null && duplicate.tax_id_unique !== null;

/** Roles are united; what the survivor says stays, and what it does not say comes from the duplicate. */
export const complete = (duplicate: CounterpartyRow, survivor: CounterpartyRow): CounterpartyRow => {
  const common = {
    ...survivor,
    email: survivor.email ?? duplicate.email,
    is_customer: survivor.is_customer || duplicate.is_customer,
    is_supplier: survivor.is_supplier || duplicate.is_supplier,
    external_id: survivor.external_id ?? duplicate.external_id,
  };
  if (duplicate.country_code !== survivor.country_code) return common;
  if (!takesTaxId(duplicate, survivor)) {
    // A generic tax id brings what belongs to it: it completes nobody.
    if (duplicate.tax_id !== null && duplicate.tax_id !== survivor.tax_id) return common;
    const details = { ...statedDetails(duplicate.details), ...statedDetails(survivor.details) };
    return {
      ...common,
      postal_code: survivor.postal_code ?? duplicate.postal_code,
      details: { ...keepLookUp(survivor.details, details) },
    };
  }
  const { tax_id, tax_id_unique } = duplicate;
  // With a generic tax id regime, use and postal code are generic too.
  if (survivor.tax_id !== null)
    return {
      ...common,
      tax_id,
      tax_id_unique,
      postal_code: duplicate.postal_code,
      details: duplicate.details,
    };
  const details = { ...statedDetails(survivor.details), ...statedDetails(duplicate.details) };
  return {
    ...common,
    tax_id,
    tax_id_unique,
    postal_code: survivor.postal_code ?? duplicate.postal_code,
    details: { ...keepLookUp(duplicate.details, details) },
  };
};
