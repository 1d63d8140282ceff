// The rooms of src/ and the nouns of src/domain, as rooms.yaml states them. A fault in the file is told with its line.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, LineCounter, parseDocument } from 'yaml';

import { didYouMean } from '../../generator/problem.ts';

export const HOUSE_FILE = 'codegen/tools/house/rooms.yaml';

/** Who may name which tables: a noun of the domain, or a room with a store of its own. */
export interface Owner {
  readonly name: string;
  readonly tables: readonly string[];
  /** Tables of others that its statements may read. */
  readonly reads: readonly string[];
  /** Tables of nouns above it that it writes too, because they hold what these nouns share. */
  readonly shares: readonly string[];
}

export interface Room extends Owner {
  readonly holds: string;
  readonly imports: readonly string[];
  /** Imported by type only. */
  readonly types: readonly string[];
  /** Statements may stand in any of its files, not in its stores only. */
  readonly statements: boolean;
}

export interface House {
  /** From the ground up. */
  readonly rooms: ReadonlyMap<string, Room>;
  /** The lowest first. */
  readonly nouns: ReadonlyMap<string, Owner>;
  /** Rooms, or `stores`, that may import a package. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
  /** The noun or room of each table. */
  readonly owners: ReadonlyMap<string, Owner>;
}

const ROOM_KEYS = ['holds', 'imports', 'types', 'tables', 'reads', 'statements'];
const NOUN_KEYS = ['tables', 'reads', 'shares'];
/** Beside src/, and below every room. */
const OUTSIDE = ['generated'];

type Entry = Readonly<Record<string, unknown>>;
type Tell = (path: readonly string[], message: string) => void;

/** The nearest folder, from here up, that has the data file. */
export const findRoot = (folder: string): string | undefined => {
  if (existsSync(join(folder, HOUSE_FILE))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : findRoot(above);
};

/** Throws all faults of the file together. */
export const readHouse = (root: string): House => {
  const lines = new LineCounter();
  const text = readFileSync(join(root, HOUSE_FILE), 'utf8');
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core' });
  const faults = document.errors.map(({ message }) => `${HOUSE_FILE}: ${message}`);
  const lineOf = (path: readonly string[]): number => {
    const parent = document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
    const { range } = (pair?.key ?? {}) as { range?: readonly number[] };
    return lines.linePos(range?.[0] ?? 0).line;
  };
  const tell: Tell = (path, message) => faults.push(`${HOUSE_FILE}:${lineOf(path)} ${message}`);
  const data = (faults.length === 0 ? document.toJS() : {}) as Readonly<Record<string, Entry | undefined>>;

  const packages = new Map(
    Object.entries(data['packages'] ?? {}).map(([name, list]) => [name, wordsOf(list)]),
  );
  const rooms = roomsOf(data['rooms'] ?? {}, tell);
  const nouns = nounsOf(data['nouns'] ?? {}, tell);
  const house = { rooms, nouns, packages, owners: ownersOf(rooms, nouns, tell) };
  checkReads(house, tell);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return house;
};

const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const entriesOf = (section: Entry): [string, Entry][] =>
  Object.entries(section).map(([name, entry]) => [name, { ...(entry as Entry | null) }]);

const checkKeys = (path: readonly string[], entry: Entry, known: readonly string[], tell: Tell): void => {
  for (const key of Object.keys(entry).filter((each) => !known.includes(each)))
    tell([...path, key], `unknown key ${key}${didYouMean(key, known)}: ${known.join(', ')}`);
};

const roomsOf = (section: Entry, tell: Tell): Map<string, Room> => {
  const rooms = new Map<string, Room>();
  for (const [name, entry] of entriesOf(section)) {
    checkKeys(['rooms', name], entry, ROOM_KEYS, tell);
    const lower = [...OUTSIDE, ...rooms.keys()];
    const imports = entry['imports'] === 'all' ? lower : wordsOf(entry['imports']);
    const types = wordsOf(entry['types']);
    for (const other of [...imports, ...types].filter((each) => !lower.includes(each)))
      tell(
        ['rooms', name],
        other in section
          ? `${name} may not import ${other}: it stands above ${name} or is ${name} itself, which would make a circle. ` +
              'Move what both need into a room below, or let the higher room pass it in.'
          : `${name} imports ${other}, an unknown room${didYouMean(other, lower)}: ${lower.join(', ')}`,
      );
    const owner = { name, tables: wordsOf(entry['tables']), reads: wordsOf(entry['reads']), shares: [] };
    const statements = entry['statements'] === 'anywhere';
    rooms.set(name, { ...owner, holds: String(entry['holds']), imports, types, statements });
  }
  return rooms;
};

const nounsOf = (section: Entry, tell: Tell): Map<string, Owner> => {
  const nouns = new Map<string, Owner>();
  for (const [name, entry] of entriesOf(section)) {
    checkKeys(['nouns', name], entry, NOUN_KEYS, tell);
    nouns.set(name, {
      name,
      tables: wordsOf(entry['tables']),
      reads: wordsOf(entry['reads']),
      shares: wordsOf(entry['shares']),
    });
  }
  return nouns;
};

const ownersOf = (
  rooms: ReadonlyMap<string, Owner>,
  nouns: ReadonlyMap<string, Owner>,
  tell: Tell,
): Map<string, Owner> => {
  const owners = new Map<string, Owner>();
  for (const [section, owner] of [
    ...[...rooms.values()].map((room) => ['rooms', room] as const),
    ...[...nouns.values()].map((noun) => ['nouns', noun] as const),
  ])
    for (const table of owner.tables) {
      const other = owners.get(table);
      if (other !== undefined)
        tell([section, owner.name], `${table} already belongs to ${other.name}: one store writes a table`);
      owners.set(table, owner);
    }
  return owners;
};

const checkReads = ({ nouns, owners }: House, tell: Tell): void => {
  const order = [...nouns.keys()];
  for (const noun of nouns.values())
    for (const table of noun.reads) {
      const owner = owners.get(table);
      if (owner === undefined)
        tell(['nouns', noun.name], `no one owns the table ${table}${didYouMean(table, owners.keys())}`);
      else if (order.indexOf(owner.name) >= order.indexOf(noun.name))
        tell(
          ['nouns', noun.name],
          `${noun.name} may not read ${table}: ${owner.name} stands above it or is ${noun.name} itself. ` +
            `Let ${owner.name} make the statement, or move ${noun.name} above it.`,
        );
    }
};
