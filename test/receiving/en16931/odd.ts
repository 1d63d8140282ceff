// XML as many programs write it: prefixes, order, encodings, comments and character data as chance has it. The reader's own
// writer has no part in this.
import type { Random } from '../../property/random.ts';

/** `[space, local]`, or the name of the space before a colon: `cbc:ID`. */
export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[] | string;
}

type Part = Node | null | undefined | readonly Part[];

const flat = (parts: readonly Part[]): Node[] =>
  parts.flatMap((part) => (part === null || part === undefined ? [] : 'name' in part ? [part] : flat(part)));

export const node = (name: string, ...parts: readonly Part[]): Node | null => {
  const children = flat(parts);
  return children.length === 0 ? null : { name, attributes: {}, children };
};

export const text = (
  name: string,
  value: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Node | null => (value === null || value === undefined ? null : { name, attributes, children: value });

export type Spaces = Readonly<Record<string, string>>;

interface Style {
  readonly random: Random;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly spaces: Spaces;
  /** Declared where they are used, and again and again. */
  readonly isLocal: boolean;
  readonly isNoisy: boolean;
  readonly isShuffled: boolean;
  /** The greatest character that the encoding has. */
  readonly most: number;
}

const STRANGE = 'urn:example:of:nobody';

/** `[name, bytes of a text, its greatest character]`. */
const ENCODINGS: readonly (readonly [name: string, most: number, bytes: (text: string) => Buffer])[] = [
  ['UTF-8', 0x10ffff, (all) => Buffer.from(all, 'utf8')],
  ['UTF-8', 0x10ffff, (all) => Buffer.from(`\uFEFF${all}`, 'utf8')],
  ['UTF-16', 0x10ffff, (all) => Buffer.from(`\uFEFF${all}`, 'utf16le')],
  ['UTF-16', 0x10ffff, (all) => Buffer.from(`\uFEFF${all}`, 'utf16le').swap16()],
  ['ISO-8859-1', 0xff, (all) => Buffer.from(all, 'latin1')],
  ['windows-1252', 0x7f, (all) => Buffer.from(all, 'latin1')],
  ['US-ASCII', 0x7f, (all) => Buffer.from(all, 'latin1')],
];
const PLAIN = 'UTF-8';

const escaped = (value: string, { most, random }: Style): string =>
  [...value]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (character === '&') return random.chance(0.5) ? '&amp;' : '&#38;';
      if (character === '<') return random.chance(0.5) ? '&lt;' : '&#x3C;';
      if (character === '"') return '&quot;';
      if (character === "'") return '&apos;';
      return code > most ? `&#${random.chance(0.5) ? code : `x${code.toString(16)}`};` : character;
    })
    .join('');

const isWritable = (value: string, { most }: Style): boolean =>
  !value.includes(']]>') && [...value].every((character) => (character.codePointAt(0) ?? 0) <= most);

const written = (value: string, style: Style): string => {
  const { random } = style;
  if (!style.isNoisy) return escaped(value, style);
  if (isWritable(value, style) && random.chance(0.2)) return `<![CDATA[${value}]]>`;
  // A comment within a text is no part of it.
  const half = Math.floor(value.length / 2);
  const isWhole = [...value].length === value.length;
  if (isWhole && random.chance(0.05))
    return `${escaped(value.slice(0, half), style)}<!-- - -->${escaped(value.slice(half), style)}`;
  return random.chance(0.2) ? `\n\t ${escaped(value, style)} \r\n` : escaped(value, style);
};

/** Others of the same name stay in their order. */
const shuffled = (children: readonly Node[], random: Random): readonly Node[] => {
  const names = [...new Set(children.map(({ name }) => name))];
  for (let at = names.length - 1; at > 0; at -= 1) {
    const other = random.int(0, at);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  return names.flatMap((name) => children.filter((child) => child.name === name));
};

/** Whatever stands between elements; an envelope has nothing but a header and one document. */
const noise = ({ random, isNoisy }: Style, space: string): string => {
  if (!isNoisy || !random.chance(0.08)) return '';
  const silent = ['<!-- <cbc:ID>0</cbc:ID> -->', '<?pi data?>', '\r\n  '];
  if (space === 'sbd') return random.pick(silent);
  return random.pick([
    ...silent,
    `<x:ID xmlns:x="${STRANGE}">9</x:ID>`,
    `<ID xmlns="${STRANGE}"><Amount>1</Amount></ID>`,
  ]);
};

const write = (each: Node, style: Style, isRoot = false): string => {
  const { prefixes, spaces, random } = style;
  const [space = '', local = ''] = each.name.split(':');
  const prefix = prefixes.get(space) ?? space;
  const tag = prefix === '' ? local : `${prefix}:${local}`;
  const declare = (of: string): [string, string] => {
    const own = prefixes.get(of) ?? of;
    return [own === '' ? 'xmlns' : `xmlns:${own}`, spaces[of] ?? ''];
  };
  const declared =
    isRoot && !style.isLocal ? Object.keys(spaces).map(declare) : style.isLocal ? [declare(space)] : [];
  const attributes = [...declared, ...Object.entries(each.attributes)]
    .map(([name, value]) => {
      const quote = random.chance(0.3) ? "'" : '"';
      return ` ${name}=${quote}${escaped(value, style)}${quote}`;
    })
    .join('');
  if (typeof each.children === 'string')
    return `<${tag}${attributes}>${written(each.children, style)}</${tag}>`;
  const children = style.isShuffled ? shuffled(each.children, random) : each.children;
  return `<${tag}${attributes}>${children.map((child) => noise(style, space) + write(child, style)).join('')}${noise(style, space)}</${tag}>`;
};

const PREFIXES = ['ns0', 'n1', 'a', 'b2', 'inv', 'Q', 'x-y'];

const stylePrefixes = (random: Random, spaces: Spaces): ReadonlyMap<string, string> => {
  const names = Object.keys(spaces);
  if (random.chance(0.4)) return new Map(names.map((name, at) => [name, at === 0 ? '' : name]));
  const bare = random.chance(0.5) ? random.pick(names) : null;
  const first = random.int(0, PREFIXES.length - 1);
  return new Map(
    names.map((name, at) => [name, name === bare ? '' : (PREFIXES[(first + at) % PREFIXES.length] ?? name)]),
  );
};

/** The file, and the encoding where a reader tells of it. */
export const writeOdd = (
  root: Node,
  spaces: Spaces,
  random: Random,
): { readonly bytes: Buffer; readonly told: string } => {
  const [encoding, most, bytes] = random.chance(0.6)
    ? (ENCODINGS[0] ?? random.pick(ENCODINGS))
    : random.pick(ENCODINGS);
  const style: Style = {
    random,
    prefixes: stylePrefixes(random, spaces),
    spaces,
    isLocal: random.chance(0.1),
    isNoisy: random.chance(0.4),
    isShuffled: random.chance(0.25),
    most,
  };
  const isSilent = encoding === PLAIN && random.chance(0.2);
  const head = isSilent
    ? ''
    : `<?xml version="1.0" encoding="${encoding}"?>${random.chance(0.5) ? '\n' : ''}`;
  return { bytes: bytes(`${head}${write(root, style, true)}`), told: encoding };
};
