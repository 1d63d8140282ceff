// Sentences of the books are kept and passed by key and parameters, and become words only for who reads them. Rows of
// earlier releases hold the English sentence itself, which is told as it is.
import {
  SAID,
  type SaidKey,
  type SaidParams,
  type SaidRow,
  type SaidSentence,
  type SaidText,
} from '../../generated/said.ts';

export type Said = string | SaidSentence;

export const say = <K extends SaidKey>(key: K, params: SaidParams[K]): SaidSentence => ({
  ...params,
  say: key,
});

/** Of a sentence without parameters. */
export const isSentence = (value: unknown): value is SaidSentence =>
  typeof value === 'object' && value !== null && 'say' in value;

export const isSaidKey = (text: string): text is SaidKey => Object.hasOwn(SAID, text);

/** A key of a later release may stand in a row that an earlier one reads. */
export const rowOf = (sentence: SaidSentence): SaidRow | undefined =>
  Object.hasOwn(SAID, sentence.say) ? SAID[sentence.say] : undefined;

/** The form that the deciding parameter asks for. */
export const formOf = (text: SaidText, row: SaidRow, sentence: SaidSentence): string => {
  if (typeof text === 'string') return text;
  return row.by !== undefined && Number(sentence[row.by]) === 1 ? text.one : text.other;
};

/** Puts the parameters into a text; `show` makes words of each, in the form that the text asks for. */
export const fillSaid = (
  text: string,
  params: Readonly<Record<string, unknown>>,
  show: (value: unknown, form: string | undefined) => string,
): string => {
  const filled = text.replace(
    /\{([a-z_]+)(?:\|([a-z]+))?\}/g,
    (whole, name: string, form: string | undefined) =>
      params[name] === undefined ? whole : show(params[name], form),
  );
  // A name may end in a full stop of its own: "S.A. de C.V.".
  return text.endsWith('.') ? filled.replace(/\.\.$/, '.') : filled;
};

const inEnglish = (value: unknown): string =>
  Array.isArray(value) ? value.map(inEnglish).join(', ') : english(isSentence(value) ? value : String(value));

/** As agents and commands read it, and as it stands in the log. */
export const english = (said: Said | number): string => {
  if (typeof said !== 'object') return String(said);
  const row = rowOf(said);
  return row === undefined ? said.say : fillSaid(row.agent ?? formOf(row.en, row, said), said, inEnglish);
};

/** As a column of text holds it. A plain sentence stays one, whatever it looks like; what is too long is kept in words. */
export const toColumn = (said: Said, most: number): string => {
  if (typeof said === 'string') return (isSentence(fromColumn(said)) ? ` ${said}` : said).slice(0, most);
  const kept = JSON.stringify(said);
  return kept.length <= most ? kept : english(said).slice(0, most);
};

export const fromColumn = (text: string): Said => {
  if (!text.startsWith('{')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isSentence(value) && typeof value.say === 'string' ? value : text;
  } catch {
    return text;
  }
};

/** A reason as the details of an error have it: for agents in English, for people by its key. */
export const because = (
  reason: SaidSentence,
): { readonly reason: string; readonly said: { readonly reason: SaidSentence } } => ({
  reason: english(reason),
  said: { reason },
});

export type { SaidSentence };
