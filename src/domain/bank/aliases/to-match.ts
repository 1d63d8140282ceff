// The aliases as the matcher takes them.
import type { MatchAlias, MatchInput } from '../../../matching/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { allAliases } from './store/aliases.ts';
import { learnedPasts } from './store/lessons.ts';

export const aliasesToMatch = async (
  ctx: ReadScope,
): Promise<{
  readonly aliases: readonly MatchAlias[];
  readonly paysFor: NonNullable<MatchInput['paysFor']>;
}> => {
  const rows = await allAliases(ctx);
  const pasts = rows.some(({ lesson }) => lesson !== null)
    ? await learnedPasts(ctx)
    : new Map<string, never>();
  const aliases = rows.flatMap(({ id, kind, value, value_key, lesson, counterparty_id: partyId }) => {
    const past = lesson === null ? null : pasts.get(id);
    // A name that the bank gives is known to the matcher by its lessons.
    if (kind === 'pays_for' || past === undefined || lesson === 'alias') return [];
    return [{ kind, value: lesson === null ? value_key : value, told: value, partyId, past }];
  });
  const paysFor = rows.flatMap(({ kind, value, counterparty_id }) =>
    kind === 'pays_for' ? [{ payerId: counterparty_id, partyId: value }] : [],
  );
  return { aliases, paysFor };
};
