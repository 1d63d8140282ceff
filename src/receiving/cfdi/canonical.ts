// A CFDI under the prefixes that the SAT uses, whatever prefixes the sender chose: names are told apart by their
// namespaces, as the stylesheets of the seal do.
import type { XmlNode } from '../../einvoicing/xml/read.ts';

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://www.sat.gob.mx/cfd/4', 'cfdi'],
  ['http://www.sat.gob.mx/cfd/3', 'cfdi3'],
  ['http://www.sat.gob.mx/Pagos20', 'pago20'],
  ['http://www.sat.gob.mx/implocal', 'implocal'],
  ['http://www.sat.gob.mx/TimbreFiscalDigital', 'tfd'],
]);

/** Every complement has a namespace of the SAT. */
export const SAT = 'http://www.sat.gob.mx/';

const OURS: ReadonlySet<string> = new Set(PREFIXES.values());

type Spaces = ReadonlyMap<string, string>;

const XMLNS = /^xmlns(?::(.+))?$/u;

const spacesOf = (node: XmlNode, outer: Spaces): Spaces => {
  let own: Map<string, string> | undefined;
  for (const [name, value] of node.attributes) {
    const declared = XMLNS.exec(name);
    if (declared !== null) (own ??= new Map(outer)).set(declared[1] ?? '', value.trim());
  }
  return own ?? outer;
};

const nameOf = (written: string, spaces: Spaces): string => {
  const at = written.indexOf(':');
  const [prefix, local] = at < 0 ? ['', written] : [written.slice(0, at), written.slice(at + 1)];
  const space = spaces.get(prefix) ?? '';
  const ours = PREFIXES.get(space);
  if (ours !== undefined) return `${ours}:${local}`;
  // What bears a prefix of the SAT and is something else, or none of the SAT's at all.
  return at < 0 || OURS.has(prefix) || !space.startsWith(SAT) ? `{${space}}${local}` : written;
};

/** The tree with names such as `cfdi:Comprobante`; elements of other namespaces keep the name that they have. */
export const canonical = (node: XmlNode, outer: Spaces = new Map()): XmlNode => {
  const spaces = spacesOf(node, outer);
  return {
    name: nameOf(node.name, spaces),
    attributes: node.attributes,
    children: node.children.map((child) => canonical(child, spaces)),
    text: node.text,
  };
};
