// refusals.ts: what is refused in words, by key: the kind, and the text for each way in.
import { expand } from '../lower/field.ts';
import { REFUSAL_KINDS } from '../load/meta/refusals.ts';
import type { ErrorSpec, Spec } from '../model.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import type { Declaration } from './declare.ts';
import { header, writeImports } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal, union } from './literal.ts';
import { buildDetails } from './tables.ts';

const listRefusals = (spec: Spec): readonly ErrorSpec[] =>
  [...spec.errors.values()].filter(({ refusal }) => refusal !== undefined);

/** Details that are written in the reader's language, by their type; all others stand as they are. */
const FORMS: Readonly<Record<string, string>> = {
  Day: 'day',
  Instant: 'moment',
  CurrencyAmount: 'money',
  StateWord: 'state',
  OptionName: 'option',
  CountryCode: 'country',
};

const listForms = ({ details }: ErrorSpec, spec: Spec): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([name, field]) => {
      const form = FORMS[field.use ?? ''] ?? (expand(field, spec).enum === undefined ? undefined : 'state');
      return form === undefined ? [] : [[name, form]];
    }),
  );

export const declareRefusals = (spec: Spec): readonly Declaration[] => {
  const published = new Set(listPublishedErrors(spec));
  const others = listRefusals(spec).filter((each) => !published.has(each));
  return [
    {
      name: 'RefusalDetails',
      mode: 'output',
      field: buildDetails(others, 'What the refusals tell that no tool declares.'),
    },
  ];
};

export const emitRefusals: Emitter = ({ spec, declarations, homes }) => {
  const refusals = listRefusals(spec);
  const table = Object.fromEntries(
    refusals.map((each) => {
      const { code, message, hint, refusal } = each;
      const forms = listForms(each, spec);
      const { kind, ...texts } = refusal ?? { kind: '' };
      return [
        code,
        {
          kind,
          en: message,
          ...texts,
          ...(hint === '' ? {} : { agent: hint }),
          ...(Object.keys(forms).length === 0 ? {} : { forms }),
        },
      ];
    }),
  );
  const details = declarations.get('RefusalDetails') ?? '';
  const text = `${header('spec/refusals')}import type { ErrorCode, ErrorDetails } from './errors.ts';
${writeImports('refusals.ts', details, homes)}
/** What is refused in words. */
export type RefusalCode = ${union(refusals.map(({ code }) => code))};

/** Everything that can be refused, by a tool or otherwise. */
export type Code = ErrorCode | RefusalCode;

export type CodeDetails = ErrorDetails & RefusalDetails;

export type RefusalKind = ${union(REFUSAL_KINDS)};

${details}

export interface RefusalRow {
  readonly kind: RefusalKind;
  /** What is the matter; \`{name}\` stands for the detail of that name. Only refusals of commands lack es and de. */
  readonly en: string;
  readonly es?: string;
  readonly de?: string;
  /** What to do next: with tools, on a page, at a command line. */
  readonly agent?: string;
  readonly person?: { readonly en: string; readonly es: string; readonly de: string };
  readonly shell?: string;
  /** The details that pages write in the person's language. */
  readonly forms?: Readonly<Record<string, 'day' | 'moment' | 'money' | 'state' | 'option' | 'country'>>;
}

export const REFUSALS: Readonly<Record<RefusalCode, RefusalRow>> = ${literal(table)};
`;
  return new Map([['refusals.ts', text]]);
};
