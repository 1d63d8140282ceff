// What a person looks at before a document is filed: all that would be sent, and what is unusual about it. The page, the
// lists and `approval show` tell the same.
import type { FilingPreview } from '../../../../generated/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { checksOf, findRisks } from '../risks/risks.ts';

/** Amounts in major units. Flags and checks are those of this moment, since they change when other records do. */
export const filingPreview = async (ctx: ReadScope, document: Filable): Promise<FilingPreview> => {
  const risk_flags = await findRisks(ctx, document);
  return { ...document.preview(), risk_flags: [...risk_flags], checks: checksOf(document, risk_flags) };
};
