// The elements of an OFX file. In version 1, which is SGML, an element with a value has no end tag; in version 2, which is
// XML, it may have one. Both are read alike: what has text is a value, what has none holds others.
import { decodeEntities } from '../xml/entities.ts';
import { lineCounter } from '../xml/tree.ts';

export interface OfxElement {
  readonly name: string;
  readonly line: number;
  readonly value: string;
  readonly children: OfxElement[];
}

/** With a prefix and attributes, which some programs write in version 2. */
const TAG = /<(\/?)(?:[A-Za-z]\w*:)?([A-Za-z][\w.]*)(?![\w.])([^<>]*)>([^<]*)/gu;
const ATTRIBUTES = /^\s*$|^\s+[\w:.-]+\s*=/u;

/** An address in a text, or an element that is empty, is no tag. */
const tagsOf = (text: string) =>
  [...text.matchAll(TAG)].filter(([, , , more = '']) => ATTRIBUTES.test(more) && !more.endsWith('/'));
const MAX_DEPTH = 40;

/** Names that have end tags: an empty value of version 1 has none, and must not swallow what follows it. */
const endedIn = (tags: ReturnType<typeof tagsOf>): ReadonlySet<string> =>
  new Set(tags.flatMap(([, slash, name = '']) => (slash === '/' ? name.toUpperCase() : [])));

/** The OFX element; undefined when there is none, or when it does not end. */
export const readOfxElements = (text: string): OfxElement | undefined => {
  const tags = tagsOf(text);
  const ended = endedIn(tags);
  const root: OfxElement = { name: '', line: 1, value: '', children: [] };
  const open: OfxElement[] = [root];
  const lineAt = lineCounter(text);
  for (const { index, 1: slash, 2: tag = '', 4: content = '' } of tags) {
    const line = lineAt(index);
    const name = tag.toUpperCase();
    const value = decodeEntities(content).trim();
    if (slash === '/') {
      // The end of a value closes nothing that is open.
      const depth = open.findLastIndex((element) => element.name === name);
      if (depth > 0) open.length = depth;
    } else {
      const element: OfxElement = { name, line, value, children: [] };
      open.at(-1)?.children.push(element);
      if (value === '' && ended.has(name) && open.length < MAX_DEPTH) open.push(element);
    }
  }
  const isWhole = open.length === 1 && ended.has('OFX');
  return isWhole ? root.children.find(({ name }) => name === 'OFX') : undefined;
};

/** Every element of that name below this one. */
export const below = (element: OfxElement, name: string): OfxElement[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : below(child, name)));

export const findChild = (element: OfxElement | undefined, name: string): OfxElement | undefined =>
  element?.children.find((child) => child.name === name);

export const readValue = (element: OfxElement | undefined, name: string): string =>
  findChild(element, name)?.value ?? '';
