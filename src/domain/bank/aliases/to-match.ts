// The aliases as the matcher takes them.
import { aliasesWanted } from '../../../matching/index.ts';
import type { MatchAlias, MatchInput, MatchLine } from '../../../matching/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { aliasesHeld, type AliasRow, allAliases, paidBy } from './store/aliases.ts';
import { learnedPasts } from './store/lessons.ts';

type Pasts = Awaited<ReturnType<typeof learnedPasts>>;
type PaysFor = NonNullable<MatchInput['paysFor']>;

/** `begun`: when the account's last run began. */
const toMatch = (
  rows: readonly AliasRow[],
  pasts: Pasts,
  begun: string | null = null,
): readonly MatchAlias[] =>
  rows.flatMap(({ id, kind, value, value_key, lesson, updated_at, counterparty_id: partyId }) => {
    const past = lesson === null ? null : pasts.get(id);
    // A name that the bank gives is known to the matcher by its lessons.
    if (kind === 'pays_for' || past === undefined || lesson === 'alias') return [];
    const taughtSince = lesson === null && begun !== null && updated_at >= begun;
    return [{ kind, value: lesson === null ? value_key : value, told: value, partyId, past, taughtSince }];
  });

const toPaysFor = (rows: readonly Pick<AliasRow, 'counterparty_id' | 'value'>[]): PaysFor =>
  rows.map(({ counterparty_id, value }) => ({ payerId: counterparty_id, partyId: value }));

export const aliasesToMatch = async (
  ctx: ReadScope,
  begun: string | null,
): Promise<{ readonly aliases: readonly MatchAlias[]; readonly paysFor: PaysFor }> => {
  const rows = await allAliases(ctx);
  const isLearned = rows.some(({ lesson }) => lesson !== null);
  return {
    aliases: toMatch(rows, isLearned ? await learnedPasts(ctx) : new Map(), begun),
    paysFor: toPaysFor(rows.filter(({ kind }) => kind === 'pays_for')),
  };
};

const MOST_HELD = 400;
const MOST_PAID = 40;

/** Those that one line may hold, however many there are. */
export const aliasesNear = async (ctx: ReadScope, line: MatchLine): Promise<readonly MatchAlias[]> => {
  const rows = await aliasesHeld(ctx, aliasesWanted(line), MOST_HELD);
  const learned = rows.flatMap(({ id, lesson }) => (lesson === null ? [] : [id]));
  return toMatch(rows, learned.length === 0 ? new Map() : await learnedPasts(ctx, learned));
};

export const paidForBy = async (ctx: ReadScope, payers: readonly string[]): Promise<PaysFor> =>
  toPaysFor(await paidBy(ctx, payers, MOST_PAID));
