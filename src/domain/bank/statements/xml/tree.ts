// An XML statement as a tree of elements with the lines on which they begin; prefixes are left out.
import { toolError } from '../../../../base/errors.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { StatementFile } from '../file.ts';
import { decodeEntities } from './entities.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Without the spaces around it. */
  readonly text: string;
  readonly line: number;
}

const ATTRIBUTES = ':@';
const TEXT = '#text';
const MAX_DEPTH = 40;

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: false,
  htmlEntities: false,
  captureMetaData: true,
  maxNestedTags: MAX_DEPTH,
});

const META = XMLParser.getMetaDataSymbol().valueOf();

type Raw = Readonly<Record<string | symbol, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Turns positions into lines; asked in ascending order, it walks the text once, also one without line breaks. */
export const lineCounter = (text: string): ((position: number) => number) => {
  let line = 1;
  let end = text.indexOf('\n');
  return (position) => {
    for (; end !== -1 && end < position; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
};

const readStart = (raw: Raw): number | undefined => {
  const meta = raw[META];
  return isRaw(meta) && typeof meta['startIndex'] === 'number' ? meta['startIndex'] : undefined;
};

const toElements = (raws: readonly unknown[], lineAt: (position: number) => number): Element[] =>
  raws.filter(isRaw).flatMap((raw) => {
    const tag = Object.keys(raw).find((key) => key !== ATTRIBUTES && key !== TEXT);
    if (tag === undefined) return [];
    const line = lineAt(readStart(raw) ?? 0);
    const inner: readonly unknown[] = Array.isArray(raw[tag]) ? raw[tag] : [];
    const attributes = Object.entries(raw[ATTRIBUTES] ?? {}).map(
      ([name, value]) => [localName(name), decodeEntities(String(value))] as const,
    );
    return {
      name: localName(tag),
      attributes: Object.fromEntries(attributes),
      children: toElements(inner, lineAt),
      text: inner
        .map((child) => (isRaw(child) && typeof child[TEXT] === 'string' ? decodeEntities(child[TEXT]) : ''))
        .join('')
        .trim(),
      line,
    };
  });

/** The root element of a well-formed file without a document type. */
export const readXml = ({ path, text: raw }: Pick<StatementFile, 'path' | 'text'>): Element => {
  const text = raw.replace(/\r\n?/gu, '\n');
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw toolError('statement_xml_doctype', { file: path });
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    const { msg, line } = valid.err;
    throw toolError('statement_xml_broken', { file: path, line: String(line), why: msg });
  }
  const root = parseTree(path, text);
  if (root === undefined) throw toolError('statement_xml_empty', { file: path });
  return root;
};

const parseTree = (path: string, text: string): Element | undefined => {
  try {
    return toElements(PARSER.parse(text) as readonly unknown[], lineCounter(text))[0];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw toolError('statement_xml_unreadable', { file: path, why });
  }
};

/** The elements that the path names: `all(entry, 'NtryDtls/TxDtls')`. */
export const all = (element: Element | undefined, path: string): readonly Element[] =>
  path
    .split('/')
    .reduce<readonly Element[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element === undefined ? [] : [element],
    );

export const first = (element: Element | undefined, path: string): Element | undefined =>
  all(element, path)[0];

/** The text of the first of the paths that has any; empty where none has. */
export const textAt = (element: Element | undefined, ...paths: readonly string[]): string => {
  for (const path of paths) {
    const found = all(element, path).find(({ text }) => text !== '');
    if (found !== undefined) return found.text;
  }
  return '';
};
