// What only a CFDI is judged by: the company as the SAT knows it, and the supplier on the list of article 69-B.
import { receiverIssues } from '../../../receiving/cfdi/advice.ts';
import type { Reading, ReadingIssue } from '../../../receiving/reading.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { findListed, listedIssues } from '../../parties/efos-list/list.ts';

export const isCfdi = ({ format }: Reading): boolean => format === 'cfdi';

export const judgeMexican = async (
  { db, entity }: Pick<WriteScope, 'db' | 'entity'>,
  reading: Reading,
): Promise<readonly ReadingIssue[]> => {
  const read = reading.document ?? reading.proof;
  if (!isCfdi(reading) || read === null) return [];
  const company = {
    rfc: entity.tax_id,
    name: entity.name,
    regime: entity.details.fiscal_regime_code ?? null,
    postalCode: entity.postal_code,
  };
  const { taxId } = read.seller;
  const listed = taxId === null ? undefined : (await findListed(db, [taxId])).get(normaliseRfc(taxId));
  return [...receiverIssues(read, company), ...listedIssues(listed)];
};
