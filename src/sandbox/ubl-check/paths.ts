// The paths of spec/checks/ubl.yaml: steps of element names, with conditions in brackets.
import type { UblInvoice } from './rule.ts';
import type { Node } from './tree.ts';

/** The elements that a path names, from an element on. */
export type Select = (from: Node, invoice: UblInvoice) => readonly Node[];

const CONDITION = /\[([^\]]*)\]/gu;

/** `a`, `a=1|2`, `a!=1`, the same of an attribute `@a`. */
const readCondition = (text: string): ((node: Node, invoice: UblInvoice) => boolean) => {
  const [, path = '', sign = '', value = ''] = /^([^=!]+)(?:(!?=)(.*))?$/u.exec(text) ?? [];
  const values = value.split('|');
  const read = readTexts(path);
  return (node, invoice) => {
    const [found] = read(node, invoice);
    return sign === '' ? found !== undefined : values.includes(found ?? '') === (sign === '=');
  };
};

const readStep = (step: string): ((nodes: readonly Node[], invoice: UblInvoice) => readonly Node[]) => {
  const conditions = [...step.matchAll(CONDITION)].map(([, text = '']) => readCondition(text));
  const names = step.replace(CONDITION, '').split('|');
  const isAny = names.includes('*');
  if (isAny && conditions.length === 0) return (nodes) => nodes;
  const [one] = names;
  if (names.length === 1 && conditions.length === 0)
    return (nodes) => nodes.filter(({ name }) => name === one);
  return (nodes, invoice) =>
    nodes.filter(
      (node) => (isAny || names.includes(node.name)) && conditions.every((fits) => fits(node, invoice)),
    );
};

const START: Readonly<Record<string, (invoice: UblInvoice) => readonly (Node | undefined)[]>> = {
  seller: ({ seller }) => [seller],
  buyer: ({ buyer }) => [buyer],
  parties: ({ seller, buyer }) => [seller, buyer],
  totals: ({ totals }) => [totals],
};

/** Of the steps below an element; those in brackets may have slashes of their own. */
const STEPS = /(?:\[[^\]]*\]|[^/[])+/gu;

export const readPath = (path: string): Select => {
  const steps = path.match(STEPS) ?? [];
  const [first = ''] = steps;
  const name = first.replace(CONDITION, '');
  const start = START[name];
  const isHere = name === '.' || start !== undefined;
  const head = readStep(isHere ? first.replace(name, '*') : first);
  const tail = steps.slice(1).map(readStep);
  const begin: Select = (from, invoice) => {
    if (path.startsWith('//')) return invoice.nodes;
    if (name === '.') return [from];
    return start === undefined ? from.children : start(invoice).filter((node) => node !== undefined);
  };
  return (from, invoice) =>
    tail.reduce<readonly Node[]>(
      (nodes, step) => nodes.flatMap(({ children }) => step(children, invoice)),
      head(begin(from, invoice), invoice),
    );
};

/** The texts at a path, or of the attribute at its end. */
export const readTexts = (path: string): ((from: Node, invoice: UblInvoice) => readonly string[]) => {
  const [, elements = '', attribute] = /^([^@]*?)\/?(?:@(\w+))?$/u.exec(path) ?? [];
  const select: Select = elements === '' ? (from) => [from] : readPath(elements);
  if (attribute === undefined) return (from, invoice) => select(from, invoice).map(({ text }) => text);
  return (from, invoice) =>
    select(from, invoice)
      .map(({ attributes }) => attributes[attribute])
      .filter((found) => found !== undefined);
};
