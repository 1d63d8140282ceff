// What files are received as, and what is found in them, as Markdown.
import type { Spec } from '../model.ts';
import type { SaidSpec } from '../said.ts';
import type { Emitter } from './emit.ts';
import { headerText } from './emit.ts';

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

interface Format {
  readonly format: string;
  readonly shown: string;
  readonly becomes: string;
}

export const writeReceivedFormats = ({ data }: Spec): string => {
  const { formats = [] } = data.get('vocabulary/received-formats') ?? {};
  const rows = (formats as unknown as readonly Format[]).map(({ format, shown, becomes }) =>
    row(shown, `\`${format}\``, becomes),
  );
  return ['| file | `format` | becomes |', '|---|---|---|', ...rows].join('\n');
};

/** Names of what is filled in stand without their form. */
const english = (text: SaidSpec['en']): string =>
  (typeof text === 'string' ? text : text.other).replaceAll(/\{(\w+)\|\w+\}/g, '{$1}');

/** docs/issues.md: the findings in received documents, by where they are found. */
export const emitIssues: Emitter = ({ spec: { received } }) => {
  if (received.size === 0) return new Map();
  const rows = [...received].map(([rule, { severity, says, fix }]) =>
    row(`\`${rule}\``, severity, english(says.en), english(fix.en)),
  );
  const text = `<!-- ${headerText('spec/receiving')} -->

# Issues of received documents

What is found in a [received document](receiving.md), with what helps. An error is for a person to decide, a warning to look at, a note only tells.

| rule | severity | says | what helps |
|---|---|---|---|
${rows.join('\n')}
`;
  return new Map([['docs/issues.md', text]]);
};
