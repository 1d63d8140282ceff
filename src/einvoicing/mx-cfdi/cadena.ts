// The cadena original: the text that a CFDI's seal signs, taken from the XML itself. Order and form are those of the
// SAT's stylesheets (`spec/vocabulary/cadena.yaml`).
import { CADENA } from '../../../generated/vocabulary/cadena.ts';
import { childrenAt, readXml, type XmlNode } from '../xml/read.ts';

/** Attributes, or the elements at a path and what is taken from each. */
type Step = string | { readonly [path: string]: readonly Step[] };

/** XPath normalize-space: only the four white-space characters of XML. Most values are normal already. */
const normaliseSpace = (text: string): string =>
  /[\t\r\n]|^ | $| {2}/.test(text) ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') : text;

/** A step with its path split once, not for every line. */
type Prepared =
  | { readonly attribute: string; readonly optional: boolean }
  | { readonly path: readonly string[]; readonly steps: readonly Prepared[] };

/** Ends the path of elements that come in the order of the document. */
const EACH = '*';

const LISTS: Readonly<Record<string, string>> = CADENA.lists;

const prepare = (step: Step): readonly Prepared[] =>
  typeof step === 'string'
    ? (LISTS[step.slice(1)] ?? step)
        .split(' ')
        .map((name) => ({ attribute: name.replace('?', ''), optional: name.endsWith('?') }))
    : Object.entries(step).map(([path, steps]) => ({
        path: path.split('/').map((name) => (name.includes(':') || name === EACH ? name : `cfdi:${name}`)),
        steps: steps.flatMap(prepare),
      }));

const COMPROBANTE: readonly Step[] = CADENA.comprobante;
const PREPARED = COMPROBANTE.flatMap(prepare);

const stepsOf = (steps: readonly Prepared[], name: string): readonly Prepared[] =>
  steps.flatMap((step) => ('path' in step && step.path.join('/') === name ? step.steps : []));

/** Complements whose order of signing is known; the stamp itself is not signed. */
export const SIGNED_COMPLEMENTS: ReadonlySet<string> = new Set(
  PREPARED.flatMap((step) =>
    'path' in step && step.path.at(-1) === EACH
      ? step.steps.flatMap((each) => ('path' in each ? each.path : []))
      : [],
  ),
);

const addValues = (values: string[], node: XmlNode, steps: readonly Prepared[]): void => {
  for (const step of steps) {
    if ('path' in step && step.path.at(-1) === EACH) {
      for (const child of childrenAt(node, step.path.slice(0, -1)).flatMap(({ children }) => children))
        addValues(values, child, stepsOf(step.steps, child.name));
    } else if ('path' in step) {
      for (const child of childrenAt(node, step.path)) addValues(values, child, step.steps);
    } else {
      const value = node.attributes.get(step.attribute);
      if (value !== undefined) values.push(normaliseSpace(value));
      // The stylesheet leaves an empty place where a required attribute is missing.
      else if (!step.optional) values.push('');
    }
  }
};

/** Of a document that was already read. */
export const buildCadena = (comprobante: XmlNode): string => {
  const values: string[] = [];
  addValues(values, comprobante, PREPARED);
  return `||${values.join('|')}||`;
};

export const cadenaOriginal = (xml: string): string => buildCadena(readXml(xml));
