// Lint rule: an import goes from a room to one that rooms.yaml allows it, and from a noun to one below it.
import { didYouMean } from '../../generator/problem.ts';
import { HOUSE_FILE, type House } from './house.ts';
import { type AstNode, child, children, nameOf, type Rule, type RuleContext, textOf } from './oxlint.ts';
import { isStore, type Place, placeOf, resolveImport } from './place.ts';

interface Import {
  readonly specifier: string;
  readonly isType: boolean;
}

const listOf = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));

/** Why the file itself stands in no room or noun. */
const misplaced = (house: House, { path, roomName, room, below, noun }: Place): string | undefined => {
  const rooms = [...house.rooms.keys()];
  if (below.length === 0)
    return `${path} lies loose in src/: every file stands in a room (${listOf(rooms)}). Programs and wiring go to src/start/.`;
  if (room === undefined)
    return (
      `unknown room ${roomName}${didYouMean(roomName, rooms)}: move the file to one of ${listOf(rooms)}, ` +
      `or add the room to ${HOUSE_FILE}.`
    );
  if (roomName === 'domain' && noun === undefined)
    return (
      `unknown noun ${below[0] ?? ''}: move the file to one of ${listOf([...house.nouns.keys()])}, ` +
      `or add the noun to ${HOUSE_FILE}, above all that it imports.`
    );
  return undefined;
};

const refusedPackage = (house: House, from: Place, specifier: string): string | undefined => {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = house.packages.get(name);
  if (allowed === undefined || allowed.includes(from.roomName)) return undefined;
  if (allowed.includes('stores') && isStore(from)) return undefined;
  return `${name} is imported only by: ${listOf(allowed)}. Call a function there instead.`;
};

const refusedRoom = (from: Place, to: Place, isType: boolean): string | undefined => {
  const imports = from.room?.imports ?? [];
  const types = from.room?.types ?? [];
  if (imports.includes(to.roomName)) return undefined;
  const typeOnly = types.includes(to.roomName);
  if (typeOnly && isType) return undefined;
  const may = `${from.roomName} may import: ${listOf(imports)}${types.length === 0 ? '' : `; by type only: ${listOf(types)}`}.`;
  return typeOnly
    ? `${from.roomName} may import ${to.roomName} by type only. ${may} Write "import type", or let the caller pass the value in.`
    : `${from.roomName} may not import ${to.roomName}. ${may} ` +
        'Move what both need to a room below them, or let the higher room pass it in.';
};

const refusedNoun = (house: House, from: Place, to: Place): string | undefined => {
  if (from.noun === undefined || to.noun === undefined || from.noun === to.noun) return undefined;
  const order = [...house.nouns.keys()];
  const [here, there] = [from.noun.name, to.noun.name];
  if (order.indexOf(there) < order.indexOf(here)) return undefined;
  return (
    `${here} may not import ${there}, which stands above it. ${here} may import: ` +
    `${listOf(order.slice(0, order.indexOf(here)))}. Tell instead of calling: return or record what happened and let ` +
    `${there} act on it; or put what both need in a noun below both.`
  );
};

const refused = (
  house: House,
  root: string,
  from: Place,
  { specifier, isType }: Import,
): string | undefined => {
  const target = resolveImport(`${root}/${from.path}`, specifier);
  if (target === undefined) return refusedPackage(house, from, specifier);
  const to = placeOf(house, root, target);
  if (to === undefined) return `${specifier} lies outside of the project.`;
  if (to.roomName !== from.roomName) return refusedRoom(from, to, isType);
  return refusedNoun(house, from, to);
};

/** `new URL('./file', import.meta.url)`: how a thread or a data file is found. */
const urlOfFile = (node: AstNode): string | undefined => {
  const [path, base] = children(node, 'arguments');
  const text = textOf(path);
  const isFile = nameOf(child(node, 'callee')) === 'URL' && base?.type === 'MemberExpression';
  return isFile && text?.startsWith('.') === true ? text : undefined;
};

export const roomsRule = (house: House, root: string): Rule => ({
  create: (context: RuleContext) => {
    const from = placeOf(house, root, context.filename);
    if (from === undefined || !from.path.startsWith('src/')) return {};
    const check = (node: AstNode, specifier: string | undefined, isType: boolean): void => {
      const message =
        specifier === undefined || from.room === undefined
          ? undefined
          : refused(house, root, from, { specifier, isType });
      if (message !== undefined) context.report({ node, message });
    };
    const source = (node: AstNode, kind: unknown): void => {
      check(node, textOf(child(node, 'source')), kind === 'type');
    };
    return {
      Program: (node) => {
        const message = misplaced(house, from);
        if (message !== undefined) context.report({ node, message });
      },
      ImportDeclaration: (node) => source(node, node['importKind']),
      ExportNamedDeclaration: (node) => source(node, node['exportKind']),
      ExportAllDeclaration: (node) => source(node, node['exportKind']),
      ImportExpression: (node) => source(node, 'value'),
      TSImportType: (node) => source(node, 'type'),
      NewExpression: (node) => check(node, urlOfFile(node), false),
    };
  },
});
