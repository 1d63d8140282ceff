// What the books say, in the person's language: errors, refusals and warnings by code and details, other sentences by key and
// parameters. Fields are called by their label; amounts, days and countries are written as the language does.
import { ERRORS_FOR_PERSONS, LABELS, type PersonText, WARNINGS_FOR_PERSONS } from '../../generated/person.ts';
import type { ComplianceIssue } from '../../generated/types.ts';
import { type Code, REFUSALS, type RefusalRow } from '../../generated/refusals.ts';
import { fillTemplate, isRefusalCode, ToolError } from '../base/errors.ts';
import {
  fillSaid,
  formOf,
  isSaidKey,
  isSentence,
  rowOf,
  type Said,
  type SaidSentence,
  say,
} from '../base/said.ts';
import type { Warning } from '../domain/ground/change/change.ts';
import { countryName, day, figure, moment, money, sum } from './format.ts';
import { stateText } from './parts/show.tsx';
import type { Language } from '../../generated/languages.ts';
import { commonWords } from '../../generated/texts/common.ts';
import { settingsWords } from '../../generated/texts/settings.ts';

type Params = Readonly<Record<string, unknown>>;

type Places = Pick<ComplianceIssue, 'path' | 'paths' | 'count'>;

const LINE = /\[(\d+)\]/;

/** `line_items[2].unit_price` is the unit price of line 3. */
export const labelOf = (language: Language, path: string): string => {
  const steps = path.split('.');
  const name = (steps.at(-1) ?? '').replace(/\[\d+\]$/, '');
  const label = Object.hasOwn(LABELS, name) ? LABELS[name]?.[language] : undefined;
  const line = LINE.exec(path)?.[1];
  const told = label ?? name.replaceAll('_', ' ');
  return line === undefined ? told : commonWords(language).ofLine(told, String(Number(line) + 1));
};

/** `1-10`, or each of them where some are left out between. */
const lineNumbers = (paths: readonly string[]): string => {
  const lines = [...new Set(paths.map((path) => Number(LINE.exec(path)?.[1] ?? 0) + 1))];
  const [first = 0] = lines;
  const last = lines.at(-1) ?? 0;
  return last - first + 1 === lines.length && lines.length > 2 ? `${first}-${last}` : lines.join(', ');
};

/** The same field of several lines: of lines 1-10 and 490 more. */
const labelOfAll = (language: Language, { path, paths, count }: Places): string => {
  if (count === 1 || !LINE.test(path ?? '')) return labelOf(language, path ?? '');
  const words = commonWords(language);
  const name = labelOf(language, (path ?? '').replaceAll(/\[\d+\]/g, ''));
  const lines = lineNumbers(paths);
  const rest = count - paths.length;
  return words.ofLines(name, rest === 0 ? lines : words.andMore(lines, String(rest)));
};

const amount = (language: Language, value: unknown, currency: unknown): string => {
  if (typeof value === 'number' && typeof currency === 'string') return sum(language, value, currency);
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return Number.isNaN(Number(value)) ? String(value) : figure(language, Number(value), decimals);
};

const state = (language: Language, value: string): string => {
  const states: Readonly<Record<string, string>> = commonWords(language).states;
  return states[value] ?? value;
};

const nameOf = (value: object): string | undefined =>
  'name' in value && typeof value.name === 'string' ? value.name : undefined;

type Form = (language: Language, text: string, value: unknown, params: Params) => string;

/** `postal_code 06000, rfc`: parameters with what was given for them. */
const fieldsOf = (language: Language, text: string): string =>
  text
    .split(', ')
    .map((part) => {
      const [name = '', ...given] = part.split(' ');
      const label = Object.hasOwn(LABELS, name) ? LABELS[name]?.[language] : undefined;
      return [label ?? name, ...given].join(' ');
    })
    .join(', ');

const FORMS: Readonly<Record<string, Form>> = {
  field: labelOf,
  fields: fieldsOf,
  amount: (language, _, value, { currency }) => amount(language, value, currency),
  day: (language, text) => (/^\d{4}-\d\d-\d\d/.test(text) ? day(language, text) : text),
  state,
  country: countryName,
  refusal: (language, code, _, params) => tellKept(language, code, params),
};

/** Of a code that was kept with its details, some of which may be missing; then in the words of who kept it. */
const tellKept = (language: Language, code: string, params: Params): string => {
  const told =
    Object.hasOwn(REFUSALS, code) || Object.hasOwn(ERRORS_FOR_PERSONS, code)
      ? tellError(language, new ToolError(code as Code, params))
      : '';
  if (told !== '' && !/\{[a-z_]+[|}]/.test(told)) return told;
  const { refused } = params;
  return typeof refused === 'string' ? refused : code;
};

const show = (language: Language, params: Params, value: unknown, form = ''): string => {
  if (Array.isArray(value)) return value.map((each) => show(language, params, each, form)).join(', ');
  if (isSentence(value)) return tell(language, value);
  if (typeof value === 'object' && value !== null) return nameOf(value) ?? JSON.stringify(value);
  const text = String(value);
  return FORMS[form]?.(language, text, value, params) ?? (text === '' ? '""' : text);
};

/** A sentence of an earlier release is told as it is. */
export const tell = (language: Language, said: Said): string => {
  if (typeof said === 'string') return said;
  const row = rowOf(said);
  if (row === undefined) return said.say;
  return fillSaid(formOf(row[language], row, said), said, (value, form) => show(language, said, value, form));
};

/** For sentences that are told where the language is not known. */
export const tellIn =
  (language: Language) =>
  (said: Said): string =>
    tell(language, said);

const tellCoded = (language: Language, texts: PersonText, details: Params): string =>
  fillSaid(texts[language], details, (value, form) => show(language, details, value, form));

interface Sum {
  readonly amount: number;
  readonly currency: string;
}

type RefusalForm = NonNullable<RefusalRow['forms']>[string];

const isSum = (value: unknown): value is Sum =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

/** A field as the pages of companies and keys call it. */
const fieldOf = (language: Language, option: string): string => {
  const own = settingsWords(language);
  const labels = new Map<string, string>([
    ...Object.entries(own.fields),
    ['fiscal_regime', own.fields.fiscal_regime_code],
    ['tax_id', own.taxId],
    ['postal_code', own.postalCode],
    ['small_business', own.smallBusiness],
    ['complements', own.complements],
    ['bills', own.bills],
    ['scopes', own.scopes],
    ['expires', own.expires],
  ]);
  const name = option.slice(2).replaceAll('-', '_');
  return labels.get(name) ?? labelOf(language, name);
};

/** A detail as pages of this language write it. */
const inForm = (language: Language, form: RefusalForm | undefined, value: unknown): unknown => {
  if (isSentence(value)) return tell(language, value);
  if (isSum(value)) return money(language, value.amount, value.currency);
  if (form === undefined || typeof value !== 'string') return value;
  if (form === 'day') return day(language, value);
  if (form === 'moment') return moment(language, value, 'UTC');
  if (form === 'option') return fieldOf(language, value);
  if (form === 'country') return countryName(language, value);
  return form === 'state' ? stateText(language, value) : value;
};

/** What is the matter, then what to do next on a page. */
const tellRefusal = (language: Language, { code, details, said, message }: ToolError): string => {
  if (!isRefusalCode(code)) return message;
  const { en, es = en, de = en, person, forms = {} } = REFUSALS[code];
  const words = Object.fromEntries(
    Object.entries({ ...details, ...said }).map(([name, value]) => [
      name,
      inForm(language, forms[name], value),
    ]),
  );
  return [{ en, es, de }, ...(person === undefined ? [] : [person])]
    .map((text) => fillTemplate(text[language], words))
    .join(' ');
};

export const tellError = (language: Language, error: ToolError): string => {
  const { code, details, said } = error;
  return isRefusalCode(code)
    ? tellRefusal(language, error)
    : tellCoded(language, ERRORS_FOR_PERSONS[code], { ...details, ...said });
};

export const tellWarnings = (language: Language, warnings: readonly Warning[]): string =>
  warnings.map(({ code, details }) => tellCoded(language, WARNINGS_FOR_PERSONS[code], details)).join(' ');

const ruleKey = (rule: string): string => `rule_${rule.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;

const fixFor = (path: string, field: string): SaidSentence => {
  if (path.startsWith('entity.')) return say('fix_entity', { field });
  return say(path.startsWith('counterparty.') ? 'fix_counterparty' : 'fix_draft', { field });
};

const tellFix = (language: Language, places: Places): string =>
  places.path === null
    ? tell(language, say('fix_whole_draft', {}))
    : tell(language, fixFor(places.path, labelOfAll(language, places)));

/** A finding of a rule: what the rule says, by its official id, and where a person changes it, by the field. */
export const tellIssue = (
  language: Language,
  { rule, message, ...places }: Pick<ComplianceIssue, 'rule' | 'message'> & Places,
): { readonly message: string; readonly fix: string } => {
  const key = ruleKey(rule);
  return {
    message: language !== 'en' && isSaidKey(key) ? tell(language, say(key, {})) : message,
    fix: tellFix(language, places),
  };
};
