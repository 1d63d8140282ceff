// Prompts: what a client offers to a person, and the steps through which it then leads its agent. Nothing is read or written
// for them but the company that is meant.
import { ID_PREFIXES, ID_SUFFIX } from '../../generated/ids.ts';
import { LANGUAGES, type Language } from '../../generated/languages.ts';
import {
  PROMPT_ARGUMENTS,
  PROMPT_RULES,
  PROMPT_WORDS,
  type PromptArgument,
  type PromptRow,
  PROMPTS,
} from '../../generated/prompts.ts';
import type { Entity } from '../base/entity.ts';
import { show } from '../base/arguments/places.ts';
import { type Audience, fit } from '../base/text/fit.ts';
import { dayIn } from '../base/time/day.ts';

/** What the caller can mend: params of the request that are not taken. */
export class BadParams extends Error {}

/** The prompt, for a reader who can call all that it needs; others do not see it. */
const findPrompt = (name: string, reader: Audience): PromptRow | undefined => {
  const row = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  return row?.needs.every((tool) => reader.can(tool)) === true ? row : undefined;
};

/** The prompts of a reader, as `prompts/list` answers them. */
export const listPrompts = (reader: Audience, language: Language): readonly object[] =>
  Object.keys(PROMPTS).flatMap((name) => {
    const row = findPrompt(name, reader);
    return row === undefined
      ? []
      : [
          {
            name,
            title: row.title[language],
            description: row.description[language],
            arguments: row.arguments.map((argument) => ({
              name: argument,
              description: PROMPT_ARGUMENTS[argument]?.[language] ?? '',
              required: row.required.includes(argument),
            })),
          },
        ];
  });

export type PromptArguments = Readonly<Record<string, string>>;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const COMPANY = new RegExp(`^${ID_PREFIXES.EntityId}_${ID_SUFFIX}$`);

/** What each kind of argument must be; undefined for a value that can be taken. */
const CHECKS: Readonly<Record<PromptArgument['kind'], (value: string, most: number) => string | undefined>> =
  {
    month: (value) => (MONTH.test(value) ? undefined : 'a month as YYYY-MM, such as 2026-10'),
    language: (value) =>
      LANGUAGES.some((each) => each === value) ? undefined : `one of ${LANGUAGES.join(', ')}`,
    company: (value) => (COMPANY.test(value) ? undefined : 'the id of a company, as list_entities tells it'),
    text: (value, most) => (value.length <= most ? undefined : `of at most ${most} characters`),
  };

const faultOf = (name: string, value: string): string | undefined => {
  const argument = PROMPT_ARGUMENTS[name];
  if (argument === undefined) return undefined;
  const must = CHECKS[argument.kind](value, argument.max_length ?? Infinity);
  const got = argument.kind === 'text' ? value.length : JSON.stringify(show(value));
  return must === undefined ? undefined : `${name} must be ${must} (got ${got})`;
};

/** The name and the arguments that a request gives; all that is wrong is told at once. Empty ones count as absent. */
export const readPrompt = (
  params: Readonly<Record<string, unknown>>,
  reader: Audience,
): { readonly name: string; readonly row: PromptRow; readonly args: PromptArguments } => {
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string') throw new BadParams('name must be a string.');
  const row = findPrompt(name, reader);
  if (row === undefined) {
    const known = Object.keys(PROMPTS).filter((each) => findPrompt(each, reader) !== undefined);
    throw new BadParams(
      `there is no prompt ${show(name)} for this key; its prompts are ${known.join(', ')}.`,
    );
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadParams('arguments must be an object.');
  const entries = Object.entries(given).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const faults = entries.flatMap(([argument, value]): readonly string[] => {
    if (!row.arguments.includes(argument))
      return [`${show(argument)} is not an argument of ${name}, which takes ${row.arguments.join(', ')}`];
    if (typeof value !== 'string') return [`${argument} must be a string (got ${show(value)})`];
    const fault = faultOf(argument, value);
    return fault === undefined ? [] : [fault];
  });
  const args = Object.fromEntries(
    entries.filter(([, value]) => typeof value === 'string'),
  ) as PromptArguments;
  const missing = row.required
    .filter((argument) => !entries.some(([each]) => each === argument))
    .map((argument) => `${argument} is missing`);
  const all = [...missing, ...faults];
  if (all.length > 0) throw new BadParams(`${all.slice(0, MAX_FAULTS).join('; ')}.`);
  return { name, row, args };
};

const MAX_FAULTS = 20;

/** What nobody sees, and what closes a quotation or opens a tag, is written as an escape of JSON. */
const TELLTALE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>`]/gu;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** One line of JSON, so that no text that was given can end it. */
const asData = (value: object): string => JSON.stringify(value).replaceAll(TELLTALE, escaped);

const companyOf = (entity: Entity, now: Date): object => ({
  entity_id: entity.id,
  name: entity.name,
  country_code: entity.country_code,
  currency: entity.currency,
  time_zone: entity.time_zone,
  today: dayIn(entity.time_zone, now),
});

/** The answer of `prompts/get`: one message with the steps that this reader can take, the rules, and what was given as data. */
export const writePrompt = (
  { row, args }: { readonly row: PromptRow; readonly args: PromptArguments },
  reader: Audience,
  language: Language,
  { entity, now }: { readonly entity: Entity | undefined; readonly now: Date },
): object => {
  const steps = row.steps.map((step) => fit(step[language], reader)).filter((step) => step !== '');
  const { language: _, entity_id: __, ...rest } = args;
  const data = { ...(entity === undefined ? {} : { company: companyOf(entity, now) }), ...rest };
  const given =
    Object.keys(data).length === 0 ? [] : ['', PROMPT_WORDS.data[language], '```json', asData(data), '```'];
  const text = [
    row.description[language],
    '',
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    '',
    PROMPT_WORDS.rules[language],
    ...PROMPT_RULES.map((rule) => `- ${fit(rule[language], reader)}`),
    ...given,
  ].join('\n');
  return {
    description: row.description[language],
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
};
