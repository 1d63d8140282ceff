// Warns whoever confirms a line by hand of what in the line speaks against it. It is done all the same.
import { english, type SaidSentence, say } from '../../../base/said.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { Warns } from '../../../base/raises.ts';
import { findAgainst } from '../../../matching/index.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Part } from './book.ts';
import { labelSuggestions } from './explain.ts';
import { leadsOf, loadNearby } from './nearby.ts';
import type { Lead } from './store/nearby.ts';
import type { Suggestion } from './store/suggestions.ts';

/** Of `contradictions` and `others` in the spec. */
const MAX_TEXT = 1000;
const MAX_OTHERS = 400;

export const warnOfContradictions = async (
  ctx: ReadScope & Warns<'match_contradicted'>,
  line: BankLine,
  parts: readonly Part[],
  /** That waits for the line, and is not what is confirmed. */
  suggested: readonly Suggestion[],
): Promise<void> => {
  const ids = parts.map(({ document }) => document.id);
  const leads = await leadsOf(ctx, line, false);
  if (suggested.length === 0 && isPlain(line, parts, leads.all)) return;
  // What a payment settled that somebody recorded is compared as it stood before.
  const taken = parts.flatMap(({ document: { id, balance_minor }, line_minor }) =>
    balance_minor > 0 ? [] : [{ record_id: id, amount_minor: line_minor }],
  );
  const against = [
    ...(await otherSuggestion(ctx, suggested)),
    ...findAgainst(await loadNearby(ctx, line, { ids, taken, leads, deep: false }), ids),
  ];
  if (against.length === 0) return;
  ctx.warn('match_contradicted', {
    contradictions: against.map(english).join('; ').slice(0, MAX_TEXT),
    others: [...new Set(against.map(otherOf))].join(', ').slice(0, MAX_OTHERS),
  });
};

/** Everything in the line leads to these documents and their party, and the amount is theirs: nothing can contradict. */
const isPlain = (line: BankLine, parts: readonly Part[], leads: readonly Lead[]): boolean => {
  const [first, ...more] = parts;
  if (first === undefined) return true;
  const own = new Set(parts.flatMap(({ document: { id, counterparty_id } }) => [id, counterparty_id]));
  const { currency, balance_minor } = first.document;
  const isExact = currency === line.currency && balance_minor === line.amount_minor;
  return (more.length > 0 || isExact) && leads.every(({ id }) => own.has(id));
};

const otherSuggestion = async (
  ctx: ReadScope,
  suggested: readonly Suggestion[],
): Promise<readonly SaidSentence[]> => {
  const [first] = suggested;
  if (first === undefined) return [];
  const labels = await labelSuggestions(ctx, suggested);
  const percent = Math.round(toNumber(decimal(first.confidence)) * 100);
  return [say('against_suggestion', { label: [...labels.values()].join(', ').slice(0, 300), percent })];
};

/** What the sentence says it is instead. */
const otherOf = (sentence: SaidSentence): string => {
  const { numbers, other, label, paid, number } = sentence;
  const found = [numbers, other, label, paid, number].find((each) => each !== undefined);
  return Array.isArray(found) ? found.join(', ') : typeof found === 'string' ? found : '';
};
