// configuration.ts: the settings of the service by the name of their environment variable, and the table for operators.
import type { Spec } from '../model.ts';
import type { Variable } from '../load/variable.ts';
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal } from './literal.ts';

const anyOf = (schemes: readonly string[]): string => schemes.map((scheme) => `${scheme}://`).join(' or ');

/** What is allowed, as it completes "it must be"; empty where anything is, or where the reader says it itself. */
export const allowedWords = ({ type, words, from, to, values = [], schemes = [] }: Variable): string => {
  if (words !== undefined) return words;
  if (type === 'integer') return `a whole number from ${String(from)} to ${String(to)}`;
  if (type === 'flag') return '0 or 1';
  if (type === 'choice') return `one of ${values.join(', ')}`;
  return type === 'address' ? `an address beginning with ${anyOf(schemes)}` : '';
};

const describeRow = (variable: Variable): object => {
  const { type, from, to, values, schemes, secret = false } = variable;
  return {
    type,
    default: variable.default,
    words: allowedWords(variable),
    secret,
    ...(type === 'integer' ? { from, to } : {}),
    ...(values === undefined ? {} : { values }),
    ...(schemes === undefined ? {} : { schemes: schemes.map((scheme) => `${scheme}:`) }),
  };
};

export const emitConfiguration: Emitter = ({ spec }) => {
  if (spec.configuration.size === 0) return new Map();
  const own = [...spec.configuration].filter(([, { read_by }]) => read_by === undefined);
  const text = `${header('spec/configuration.yaml')}
/** The settings of the service by the name of their environment variable. \`words\` completes "it must be". */
export const CONFIGURATION = ${literal(Object.fromEntries(own.map(([name, row]) => [name, describeRow(row)])))} as const;

export type Variable = keyof typeof CONFIGURATION;

/** The variables of one type. */
export type VariableOf<T extends string> = {
  [N in Variable]: (typeof CONFIGURATION)[N]['type'] extends T ? N : never;
}[Variable];
`;
  return new Map([['configuration.ts', text]]);
};

const showDefault = (value: Variable['default']): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  return `\`${typeof value === 'boolean' ? String(Number(value)) : String(value)}\``;
};

/** Descriptions say the form of the others. */
const showAllowed = (variable: Variable): string => {
  const { type, values = [], from, to } = variable;
  if (type === 'integer') return `${String(from)} to ${String(to)}`;
  if (type === 'flag') return '`0`, `1`';
  if (type === 'choice') return values.map((value) => `\`${value}\``).join(', ');
  return type.replaceAll('_', ' ');
};

/** A table of the variables, as Markdown: those of the service, or those that something else reads. */
export const writeConfigurationTable = ({ configuration }: Spec, readBy: string | undefined): string => {
  const rows = [...configuration]
    .filter(([, { read_by }]) => read_by === readBy)
    .map(([name, variable]) => {
      const secret = variable.secret === true ? ' Secret.' : '';
      const cells = [`\`${name}\``, showDefault(variable.default), showAllowed(variable)];
      return `| ${[...cells, `${variable.description.trim()}${secret}`].join(' | ')} |`;
    });
  return ['| variable | default | value | meaning |', '|---|---|---|---|', ...rows].join('\n');
};
