// What only a CFDI is judged by: the company as the SAT knows it, and the supplier on the list of article 69-B.
import { receiverIssues } from '../../../receiving/cfdi/advice.ts';
import type { Reading, ReadingIssue } from '../../../receiving/reading.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { efosIssues } from '../../parties/efos-list/list.ts';

export const judgeMexican = async (
  { db, entity, now }: Pick<WriteScope, 'db' | 'entity' | 'now'>,
  { format, document, proof }: Reading,
): Promise<readonly ReadingIssue[]> => {
  const read = document ?? proof;
  if (format !== 'cfdi' || read === null) return [];
  const company = {
    rfc: entity.tax_id,
    name: entity.name,
    regime: entity.details.fiscal_regime_code ?? null,
    postalCode: entity.postal_code,
  };
  const { taxId } = read.seller;
  return [...receiverIssues(read, company), ...(taxId === null ? [] : await efosIssues(db, taxId, now))];
};
