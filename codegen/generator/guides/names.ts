// Refuses names in a page that nothing has: a tool, field or code, a command, a script of npm, a variable.
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Spec } from '../model.ts';
import { didYouMean } from '../problem.ts';
import { codeSpans, type Line, linesOf, type Page } from './page.ts';

export interface Names {
  /** Tools, their fields, values and codes, and whatever else the spec calls by a word. */
  readonly words: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  /** Undefined where there is no package.json. */
  readonly scripts: ReadonlySet<string> | undefined;
}

const schemaWords = (schema: Schema): readonly string[] => [
  ...(schema.enum ?? []).map(String),
  ...(schema.items === undefined ? [] : schemaWords(schema.items)),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...schemaWords(inner)]),
];

const keysWithin = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysWithin(inner)]);

export const namesOf = (
  spec: Spec,
  tools: readonly LoweredTool[],
  scripts: Iterable<string> | undefined,
): Names => ({
  words: new Set([
    ...tools.flatMap(({ tool, input, answer }) => [tool.name, ...schemaWords(input), ...schemaWords(answer)]),
    ...spec.errors.keys(),
    ...spec.warnings.keys(),
    ...spec.received.keys(),
    ...spec.events.keys(),
    ...keysWithin(spec.service.data),
    ...Object.values(spec.service.httpErrors ?? {}).map(({ error_type }) => error_type),
    ...spec.countries.flatMap(({ data }) => keysWithin(data)),
    ...spec.imports.flatMap(({ fields }) => Object.keys(fields)),
  ]),
  variables: new Set(spec.configuration.keys()),
  commands: new Set(spec.commands.keys()),
  scripts: scripts === undefined ? undefined : new Set(scripts),
});

const WORD = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** Metrics, and what a page says is no name. */
const isOther = (word: string): boolean => word.startsWith('folio_');

const checkSpan = (span: string, { words, variables, commands }: Names): string | undefined => {
  const [name = ''] = span.split(/[=(.\s[]/);
  if (WORD.test(name) && !isOther(name) && !words.has(name))
    return `nothing of the spec is called ${name}${didYouMean(name, words)}`;
  if (VARIABLE.test(name) && variables.size > 0 && !variables.has(name))
    return `no variable is called ${name}${didYouMean(name, variables)}`;
  return /^[a-z][a-z -]*$/.test(span) ? checkCommand(span, commands, false) : undefined;
};

/** A command by its first words. In prose only what begins with a noun and says more is meant to be one. */
const checkCommand = (text: string, commands: ReadonlySet<string>, isRun: boolean): string | undefined => {
  const words = (/^[a-z-]+(?: [a-z][a-z-]*)*/.exec(text)?.[0] ?? '').split(' ');
  const begins = words.map((_, index) => words.slice(0, index + 1).join(' '));
  if (commands.size === 0 || begins.some((each) => commands.has(each))) return undefined;
  const begin = (start: string): boolean => [...commands].some((each) => each.startsWith(`${start} `));
  const isMeant = words.length > 1 && begin(words[0] ?? '') && !begin(text);
  if (!isRun && !isMeant) return undefined;
  return `there is no command ${begins[1] ?? text}${didYouMean(begins[1] ?? text, commands)}`;
};

const RUN = /(?:npm run --silent admin -- |(?:^|\s)folio-admin )(.*)$/;
const SCRIPT = /npm run (?:--silent )?([a-z][a-z:]*)/g;

const checkLine = ({ text, code }: Line, names: Names): readonly (string | undefined)[] => {
  const scripts = [...text.matchAll(SCRIPT)].map(([, name = '']) =>
    names.scripts === undefined || names.scripts.has(name)
      ? undefined
      : `package.json has no script ${name}${didYouMean(name, names.scripts)}`,
  );
  if (code === null) return [...scripts, ...codeSpans(text).map((span) => checkSpan(span, names))];
  const run = code === 'sh' ? RUN.exec(text)?.[1] : undefined;
  const isHelp = run === undefined || run.startsWith('-');
  return [...scripts, isHelp ? undefined : checkCommand(run, names.commands, true)];
};

export const checkNames = ({ file, text }: Page, names: Names): readonly string[] =>
  linesOf(text).flatMap((line) =>
    checkLine(line, names).flatMap((fault) =>
      fault === undefined ? [] : [`${file}:${line.number} ${fault}`],
    ),
  );
