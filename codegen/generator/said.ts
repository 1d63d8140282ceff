// Texts in the languages of people, with parameters in braces: {name}, or {name|form} where a person reads it in a form.
import type { Where } from './problem.ts';

/** What a person reads, in each language. */
export interface PersonTexts {
  readonly en?: string;
  readonly es: string;
  readonly de: string;
}

/** What a refusal has beyond an error: its kind, and what is said to whom. */
export interface RefusalSpec {
  readonly kind: string;
  readonly es?: string;
  readonly de?: string;
  readonly person?: Required<PersonTexts>;
  readonly shell?: string;
}

export type Sentence = string | { readonly one: string; readonly other: string };

/** A sentence that is kept or told by its key and parameters. */
export interface SaidSpec {
  readonly key: string;
  readonly agent?: string;
  readonly by?: string;
  readonly en: Sentence;
  readonly es: Sentence;
  readonly de: Sentence;
  readonly where: Where;
}

/** What is found in a document that somebody else sent: how much it weighs, what is said of it, and what to do. */
export interface ReceivedSpec {
  readonly severity: 'error' | 'warning' | 'note';
  readonly says: Omit<SaidSpec, 'key' | 'where'>;
  readonly fix: Omit<SaidSpec, 'key' | 'where'>;
  readonly where: Where;
}

export const TEXT_LANGUAGES = ['en', 'es', 'de'] as const;

/** How a value is shown to a person: a field, and several with their values, by the label, an amount and a day as they are written in the language. */
export const TEXT_FORMS = ['field', 'fields', 'amount', 'day', 'state', 'country', 'refusal'] as const;

const PARAMETER = /\{([a-z_]+)(?:\|([a-z]+))?\}/g;

const partsOf = (sentence: Sentence): readonly string[] =>
  typeof sentence === 'string' ? [sentence] : [sentence.one, sentence.other];

interface Parameter {
  readonly written: string;
  readonly name: string;
  readonly form: string | undefined;
}

export const readParameters = (sentence: Sentence): readonly Parameter[] =>
  partsOf(sentence).flatMap((text) =>
    [...text.matchAll(PARAMETER)].map(([written, name = '', form]) => ({ written, name, form })),
  );

/** The names of the parameters, each once. */
export const listParameters = (sentence: Sentence): readonly string[] => [
  ...new Set(readParameters(sentence).map(({ name }) => name)),
];
