// said.ts: sentences that are kept or told by key and parameters. person.ts: errors and warnings as people read them.
import { TEXT_LANGUAGES, listParameters } from '../said.ts';
import type { PersonTexts, SaidSpec } from '../said.ts';
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal } from './literal.ts';

const rowOf = ({ agent, by, en, es, de }: SaidSpec): object => ({
  ...(agent === undefined ? {} : { agent }),
  ...(by === undefined ? {} : { by }),
  en,
  es,
  de,
});

const paramsOf = (said: SaidSpec): string => {
  const names = [
    ...new Set([
      ...TEXT_LANGUAGES.flatMap((language) => listParameters(said[language])),
      ...listParameters(said.agent ?? ''),
      ...(said.by === undefined ? [] : [said.by]),
    ]),
  ];
  return names.length === 0 ? 'object' : `{ ${names.map((name) => `${name}: SaidValue`).join('; ')} }`;
};

export const emitSaid: Emitter = ({ spec }) => {
  if (spec.said.size === 0) return new Map();
  const said = [...spec.said.values()];
  const rows = Object.fromEntries(said.map((each) => [each.key, rowOf(each)]));
  const text = `${header('spec/said')}
export type SaidKey = keyof SaidParams;

/** A sentence by its key, with its parameters. */
export interface SaidSentence {
  readonly say: SaidKey;
  readonly [parameter: string]: SaidValue;
}

/** What stands in a sentence: a text, a number, another sentence, or several of these. */
export type SaidValue = string | number | SaidSentence | readonly SaidValue[];

/** The parameters of each sentence. */
export interface SaidParams {
${said.map((each) => `  ${each.key}: ${paramsOf(each)};\n`).join('')}}

/** A text with its parameters in braces; two where a number decides. */
export type SaidText = string | { readonly one: string; readonly other: string };

export interface SaidRow {
  /** What an agent reads, where a person reads something else. */
  readonly agent?: string;
  /** The parameter that decides between one and other. */
  readonly by?: string;
  readonly en: SaidText;
  readonly es: SaidText;
  readonly de: SaidText;
}

export const SAID: Readonly<Record<SaidKey, SaidRow>> = ${literal(rows)};
`;
  return new Map([['said.ts', text]]);
};

/** received.ts: the findings in received documents, each with its weight and the facts that its sentences are filled with. */
export const emitReceived: Emitter = ({ spec: { received } }) => {
  if (received.size === 0) return new Map();
  const rows = [...received].map(([rule, { severity, says, fix }]) => {
    const names = new Set(
      [says, fix].flatMap((saying) => [
        ...TEXT_LANGUAGES.flatMap((language) => listParameters(saying[language])),
        ...listParameters(saying.agent ?? ''),
      ]),
    );
    const facts = [...names].map((name) => `${name}: string`).join('; ');
    return { rule, severity, facts: facts === '' ? 'object' : `{ ${facts} }` };
  });
  const text = `${header('spec/receiving')}
/** The facts of each finding; its sentences are said under received_RULE and received_RULE_fix. */
export interface ReceivedFacts {
${rows.map(({ rule, facts }) => `  ${rule}: ${facts};\n`).join('')}}

export type ReceivedRule = keyof ReceivedFacts;

/** An error blocks validated, a warning asks a person to look, a note only tells. */
export type ReceivedSeverity = 'error' | 'warning' | 'note';

export const RECEIVED_SEVERITY: Readonly<Record<ReceivedRule, ReceivedSeverity>> = ${literal(
    Object.fromEntries(rows.map(({ rule, severity }) => [rule, severity])),
  )};
`;
  return new Map([['received.ts', text]]);
};

interface Coded {
  readonly code: string;
  readonly message: string;
  readonly person?: PersonTexts;
}

const personOf = (rows: Iterable<Coded>): string =>
  literal(
    Object.fromEntries(
      [...rows].flatMap(({ code, message, person }) =>
        person === undefined ? [] : [[code, { en: person.en ?? message, es: person.es, de: person.de }]],
      ),
    ),
  );

export const emitPerson: Emitter = ({ spec }) => {
  const text = `${header('spec/errors.yaml, spec/warnings.yaml and spec/labels.yaml')}
import type { ErrorCode } from './errors.ts';
import type { RefusalCode } from './refusals.ts';
import type { WarningCode } from './warnings.ts';

/** What a person reads; \`{name}\` stands for a detail, \`{name|form}\` for it in a form such as \`amount\`. */
export interface PersonText {
  readonly en: string;
  readonly es: string;
  readonly de: string;
}

export const ERRORS_FOR_PERSONS: Readonly<Record<Exclude<ErrorCode, RefusalCode>, PersonText>> = ${personOf(spec.errors.values())};

export const WARNINGS_FOR_PERSONS: Readonly<Record<WarningCode, PersonText>> = ${personOf(spec.warnings.values())};

/** What people call the parameters of the tools. */
export const LABELS: Readonly<Record<string, PersonText>> = ${literal(Object.fromEntries(spec.labels))};
`;
  return new Map([['person.ts', text]]);
};
