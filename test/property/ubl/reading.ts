// A reader of XML for the tests alone: enough for documents without comments, CDATA and mixed content, and nothing of
// the service in it.
import assert from 'node:assert/strict';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#9;': '\t',
  '&#10;': '\n',
  '&#13;': '\r',
};

const plain = (text: string): string =>
  text.replace(/&[^;]*;/g, (entity) => ENTITIES[entity] ?? assert.fail(entity));

export const readXml = (xml: string): Element => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  assert.ok(xml.startsWith(declaration), 'the declaration comes first, without a byte order mark');
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [top];
  for (const [, closing, name = '', rest = '', empty, text = ''] of xml
    .slice(declaration.length)
    .matchAll(/<(\/?)([\w:]+)([^<>]*?)(\/?)>([^<]*)/g)) {
    const parent = open.at(-1) ?? assert.fail('more ends than starts');
    if (closing === '/') {
      assert.equal(name, parent.name);
      open.pop();
    } else {
      const attributes = Object.fromEntries(
        [...rest.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]),
      );
      const element: Element = { name, attributes, children: [], text: empty === '/' ? '' : plain(text) };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  assert.equal(open.length, 1, 'every element ends');
  return top.children[0] ?? assert.fail('no root');
};

export const all = (element: Element, path: string): readonly Element[] => {
  const [name, ...rest] = path.split('/');
  const found = element.children.filter((child) => child.name === name);
  return rest.length === 0 ? found : found.flatMap((child) => all(child, rest.join('/')));
};

export const one = (element: Element, path: string): Element => {
  const [found, ...others] = all(element, path);
  assert.equal(others.length, 0, `${path} more than once`);
  return found ?? assert.fail(`no ${path} in ${element.name}`);
};

export const textOf = (element: Element, path: string): string => one(element, path).text;
