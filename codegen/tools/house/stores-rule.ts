// Lint rule: statements stand in stores, and a store names the tables of its own noun.
import { HOUSE_FILE, type House, type Owner } from './house.ts';
import type { AstNode, Rule, RuleContext } from './oxlint.ts';
import { isStore, mayHoldStatements, type Place, placeOf } from './place.ts';
import { commonTable, type Named, namedByCall, namedByTemplate } from './statements.ts';

/** Where the statement of a file that is no store should go. */
const elsewhere = (house: House, from: Place, table: string | undefined): string => {
  const owner = table === undefined ? undefined : house.owners.get(table);
  const noun = owner === undefined ? from.noun : owner;
  const store =
    noun === undefined || house.rooms.has(noun.name) ? undefined : `src/domain/${noun.name}/store.ts`;
  const home =
    store ??
    (owner === undefined ? 'the store.ts of the noun that owns the table' : `src/${owner.name}/store.ts`);
  const rooms = [...house.rooms.values()]
    .filter(({ statements }) => statements)
    .map(({ name }) => `src/${name}`);
  const holders = [...rooms, 'the store.ts or store/ of a noun or of a room with tables'];
  return (
    `${from.path} is no store. SQL stands in: ${holders.join(', ')}. ` +
    `Move the statement into a function of ${home} and call that.`
  );
};

/** Why a store may not name the table in this way. */
const foreign = (house: House, from: Place, self: Owner, { table, writes }: Named): string | undefined => {
  if (table === undefined || self.tables.includes(table) || self.shares.includes(table)) return undefined;
  const reads = self.reads.includes(table);
  if (reads && !writes) return undefined;
  const owner = house.owners.get(table);
  if (owner === undefined)
    return `no noun or room owns the table ${table}: add it to the tables of its owner in ${HOUSE_FILE}.`;
  const may = `${self.name} writes: ${self.tables.join(', ') || 'nothing'}; and reads: ${self.reads.join(', ') || 'nothing else'}.`;
  if (reads)
    return `${from.path} writes ${table}, a table of ${owner.name}. ${may} Call a verb of ${owner.name} instead.`;
  const order = [...house.nouns.keys()];
  const below = order.indexOf(owner.name) < order.indexOf(self.name);
  const instead = below
    ? `Call a function of ${owner.name}, or, for a join, add ${table} to the reads of ${self.name} in ${HOUSE_FILE}.`
    : `${owner.name} stands above ${self.name}: let ${owner.name} make the statement, or have the caller pass its result in.`;
  return `${from.path} names ${table}, a table of ${owner.name}. ${may} ${instead}`;
};

export const storesRule = (house: House, root: string): Rule => ({
  create: (context: RuleContext) => {
    const from = placeOf(house, root, context.filename);
    if (from === undefined || !from.path.startsWith('src/') || from.room?.statements === true) return {};
    const self = isStore(from) ? (from.noun ?? from.room) : undefined;
    const found: Named[] = [];
    const common = new Set<string>();
    const check = (named: Named): void => {
      if (named.table !== undefined && common.has(named.table)) return;
      const message = mayHoldStatements(from)
        ? self && foreign(house, from, self, named)
        : elsewhere(house, from, named.table);
      if (message !== undefined) context.report({ node: named.node, message });
    };
    return {
      CallExpression: (node: AstNode) => {
        const name = commonTable(node);
        if (name !== undefined) common.add(name);
        found.push(...namedByCall(node));
      },
      TaggedTemplateExpression: (node: AstNode) => {
        const named = namedByTemplate(node);
        // Behind FROM there may be an alias, a derived table or a word of extract(): only tables count.
        found.push(...named.filter(({ table }) => table === undefined || house.owners.has(table)));
      },
      'Program:exit': () => {
        for (const named of oneEach(found, self === undefined)) check(named);
      },
    };
  },
});

/** Outside of a store a statement is told once, however many tables it names. */
const oneEach = (found: readonly Named[], once: boolean): readonly Named[] => {
  if (!once) return found;
  const nodes = new Map<AstNode, Named>();
  for (const named of found) if (nodes.get(named.node)?.table === undefined) nodes.set(named.node, named);
  return [...nodes.values()];
};
