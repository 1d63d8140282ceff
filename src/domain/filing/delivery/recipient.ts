// To which address a filed document is mailed.
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import { findEmail } from '../store/documents.ts';

/** The address that was approved; of what an earlier release approved, the one that the customer has. */
export const findRecipient = async (ctx: ReadScope, filed: Filable): Promise<string | null> => {
  const { sent_to } = storedFiling(filed);
  if (sent_to === undefined) return findEmail(ctx, filed.customer.id);
  const email = sent_to.email?.trim() ?? '';
  return email === '' ? null : email;
};
