// Refusals that are sentences still, by the template that they were made from. What has no translation stays as it is.
import { fillTemplate } from '../../base/errors.ts';
import type { Language } from '../../../generated/languages.ts';
import { commonWords } from '../../../generated/texts/common.ts';
import { WEBHOOK_WORDS } from './webhooks.ts';

/** The same template in the other languages; figures and names stand in braces. */
export interface Template {
  readonly es: string;
  readonly de: string;
}

/** Of a table whose keys are English templates. */
export type Templates = Readonly<Record<string, Template>>;

const NAME = /\{([a-z_]+)\}/g;
const escape = (text: string): string => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');

/** The parameters of a sentence that was made from the template; undefined when it was not. */
const readParameters = (template: string, sentence: string): Record<string, string> | undefined => {
  const names = [...template.matchAll(NAME)].map(([, name = '']) => name);
  const pattern = template
    .split(NAME)
    .filter((_, at) => at % 2 === 0)
    .map(escape);
  const values = new RegExp(`^${pattern.join('(.*?)')}$`, 's').exec(sentence)?.slice(1);
  if (values === undefined) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
};

/** States are codes in the sentences of the books. */
const STATES: readonly string[] = ['status', 'filing_status'];

const inWords = (language: Language, details: Readonly<Record<string, unknown>>): object => {
  const states: Readonly<Record<string, string>> = commonWords(language).states;
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      STATES.includes(name) && typeof value === 'string' ? (states[value] ?? value) : value,
    ]),
  );
};

/** A sentence may end with another, which says why. */
const translate = (language: 'es' | 'de', sentence: string, templates: Templates): string => {
  for (const [template, words] of Object.entries(templates)) {
    const details = readParameters(template, sentence);
    if (details === undefined) continue;
    const { why } = details;
    const inside = why === undefined ? {} : { why: translate(language, why, templates) };
    return fillTemplate(words[language], inWords(language, { ...details, ...inside }));
  }
  return sentence;
};

/** Why an act of a person was refused. */
export const tellRefusal = (language: Language, sentence: string): string =>
  language === 'en' ? sentence : translate(language, sentence, WEBHOOK_WORDS);
