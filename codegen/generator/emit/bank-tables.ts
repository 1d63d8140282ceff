// The formats and layouts of bank statements, as Markdown.
import type { Spec } from '../model.ts';

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export const writeFormats = ({ data }: Spec): string => {
  const { formats = [] } = data.get('vocabulary/bank-formats') ?? {};
  const rows = (formats as readonly { readonly shown: string; readonly notes: string }[]).map(
    ({ shown, notes }) => row(shown, notes),
  );
  return ['| format | notes |', '|---|---|', ...rows].join('\n');
};

/** In the order of the alphabet; a bank that has several stands once for each. */
export const writeLayouts = ({ layouts }: Spec): string => {
  const rows = layouts
    .map(({ name, country, product, source }) => row(`\`${name}\``, country, product, source))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return ['| layout | country | file | known from |', '|---|---|---|---|', ...rows].join('\n');
};
