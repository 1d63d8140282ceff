import type { Identity } from '../../domain/parties/access/identity.ts';
import type { Raises } from '../../base/raises.ts';

/** These tools tell of all companies, which a key of one company must not see. */
export const requireOrganizationKey = (
  ctx: Raises<'organization_key_required'> & { readonly key: Identity },
): void => {
  const bound = ctx.key.entity_id;
  if (bound !== null) throw ctx.error('organization_key_required', { bound });
};
