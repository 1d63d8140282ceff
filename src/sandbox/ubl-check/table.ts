// Makes rules of the rows of spec/checks/ubl.yaml, which says what each key means.
import type { Finding } from '../../einvoicing/rules.ts';
import { readSum, type Sum } from './amounts.ts';
import { CHECKS } from './own-checks.ts';
import { FITS, WHEN } from './fits.ts';
import { readPath, readTexts, type Select } from './paths.ts';
import { breach, fatal, type UblInvoice, type UblRule, warning } from './rule.ts';
import type { Node } from './tree.ts';

type Paths = string | readonly string[];

export interface Row {
  readonly id: string;
  readonly peppol?: string;
  readonly advice?: true;
  readonly check?: keyof typeof CHECKS;
  readonly sum?: Sum;
  readonly on?: 'invoice' | 'credit note';
  readonly when?: keyof typeof WHEN;
  readonly of?: Paths;
  readonly needs?: Paths;
  readonly has?: Paths;
  readonly value?: string;
  readonly in?: string;
  readonly like?: string;
  readonly fits?: keyof typeof FITS;
  readonly each?: Paths;
  readonly lacks?: Paths;
  readonly most_one?: string;
  readonly at?: string;
  readonly place?: string;
  readonly what?: string;
  readonly says?: string;
  readonly fix?: string;
}

type Holds = (node: Node, invoice: UblInvoice) => boolean;

const listed = (paths: Paths | undefined): readonly string[] =>
  paths === undefined ? [] : typeof paths === 'string' ? [paths] : paths;

const hasContent = (path: string): Holds => {
  if (/@\w+$/u.test(path)) {
    const read = textOf(path);
    return (node, invoice) => read(node, invoice) !== '';
  }
  const select = readPath(path);
  return (node, invoice) => {
    const [found] = select(node, invoice);
    return found !== undefined && (found.text !== '' || found.children.length > 0);
  };
};

const exists = (path: string): Holds => {
  const select = readPath(path);
  return (node, invoice) => select(node, invoice).length > 0;
};

const textOf = (path: string | undefined): ((node: Node, invoice: UblInvoice) => string) => {
  if (path === undefined) return ({ text }) => text;
  const read = readTexts(path);
  return (node, invoice) => read(node, invoice)[0] ?? '';
};

/** What may hold instead of one another. */
const alternatives = (row: Row): readonly Holds[] => {
  const text = textOf(row.value);
  const { in: list, like, fits } = row;
  const values = list?.split('|') ?? [];
  const pattern = new RegExp(like ?? '', 'u');
  return [
    ...listed(row.needs).map(hasContent),
    ...listed(row.has).map(exists),
    ...(list === undefined
      ? []
      : [(node: Node, invoice: UblInvoice) => values.includes(text(node, invoice))]),
    ...(like === undefined ? [] : [(node: Node, invoice: UblInvoice) => pattern.test(text(node, invoice))]),
    ...(fits === undefined
      ? []
      : [(node: Node, invoice: UblInvoice) => FITS[fits](text(node, invoice), node, invoice)]),
  ];
};

/** Where the breach is by default: what is missing or too much, where that is one element. */
const usualPlace = ({ needs, has, fits }: Row): string => {
  const [one = '.', ...others] = [...listed(needs), ...listed(has), ...listed(fits)];
  return others.length > 0 || one.startsWith('@') || fits !== undefined ? '.' : one;
};

/** The rest of the paths that do not hold at the element; one of them is told for each. */
const readTest = (row: Row): ((node: Node, invoice: UblInvoice) => readonly string[]) => {
  const each = listed(row.each).map((path) => [path, hasContent(path)] as const);
  const lacks = listed(row.lacks).map((path) => [path, exists(path)] as const);
  const most = row.most_one === undefined ? undefined : readPath(row.most_one);
  const instead = alternatives(row);
  const usual = usualPlace(row);
  return (node, invoice) => [
    ...(instead.length > 0 && !instead.some((holds) => holds(node, invoice)) ? [usual] : []),
    ...each.filter(([, holds]) => !holds(node, invoice)).map(([path]) => path),
    ...lacks.filter(([, holds]) => holds(node, invoice)).map(([path]) => path),
    ...(most !== undefined && most(node, invoice).length > 1 ? ['.'] : []),
  ];
};

const readContexts = ({ of, on, when }: Row): ((invoice: UblInvoice) => readonly Node[]) => {
  const selects: readonly Select[] = listed(of ?? '.').map(readPath);
  return (invoice) => {
    const isOf = on === undefined || invoice.isCredit === (on === 'credit note');
    const applies = isOf && (when === undefined || WHEN[when](invoice));
    return applies ? selects.flatMap((select) => select(invoice.root, invoice)) : [];
  };
};

const readCheck = (row: Row): UblRule['check'] => {
  if (row.check !== undefined) return CHECKS[row.check];
  if (row.sum !== undefined) return readSum(row.sum);
  const contexts = readContexts(row);
  const failing = readTest(row);
  const tell = (node: Node, path: string): Finding => {
    const { at = path, place, what, says = `${what} is missing.`, fix = `State ${path}.` } = row;
    return breach(place ?? (at === '.' ? node.path : `${node.path}/${at}`), says, fix);
  };
  return (invoice) =>
    contexts(invoice).flatMap((node) => failing(node, invoice).map((path) => tell(node, path)));
};

export const rulesOf = (rows: readonly Row[]): readonly UblRule[] =>
  rows.map((row) => (row.advice === true ? warning : fatal)(row.id, readCheck(row)));

/** Those that Peppol repeats, under its ids. */
export const peppolRulesOf = (rows: readonly Row[]): readonly UblRule[] =>
  rulesOf(rows.flatMap((row) => (row.peppol === undefined ? [] : [{ ...row, id: row.peppol }])));
