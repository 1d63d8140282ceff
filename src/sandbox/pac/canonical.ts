// Canonical XML 1.0 of an element without mixed content, for checking signatures: namespaces first, then attributes by
// name, no abbreviated elements.
import type { XmlNode } from '../../einvoicing/xml/read.ts';

const escape = (text: string, special: RegExp): string =>
  text.replace(
    special,
    (character) =>
      ({
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
        '\t': '&#x9;',
        '\n': '&#xA;',
        '\r': '&#xD;',
      })[character] ?? character,
  );

const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

type Attributes = ReadonlyMap<string, string>;

const sorted = (attributes: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] =>
  [...attributes].sort(([left], [right]) => (left < right ? -1 : 1));

/** `inherited`: the namespaces that the element's parents declare, which its own subset has to repeat. */
export const canonical = (node: XmlNode, inherited: Attributes = new Map(), apex = true): string => {
  const own = new Map([...node.attributes].filter(([name]) => isNamespace(name)));
  const scope = new Map([...inherited, ...own]);
  const shown = apex ? scope : new Map([...own].filter(([name, value]) => inherited.get(name) !== value));
  const plain = [...node.attributes].filter(([name]) => !isNamespace(name));
  const start = [...sorted(shown), ...sorted(plain)]
    .map(([name, value]) => ` ${name}="${escape(value, /[&<"\t\n\r]/g)}"`)
    .join('');
  const children = node.children.map((child) => canonical(child, scope, false)).join('');
  return `<${node.name}${start}>${escape(node.text, /[&<>\r]/g)}${children}</${node.name}>`;
};
