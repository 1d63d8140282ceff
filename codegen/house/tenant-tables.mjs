// A lint rule: tenant tables are reached through scoped() and acrossTenants() only, which bind the entity. Any other
// statement on such a table could show one company's books to another.
import { readdirSync, readFileSync } from 'node:fs';

const SCHEMA = new URL('../../src/db/schema.ts', import.meta.url);
const TABLES_FOLDER = new URL('../../src/db/tables/', import.meta.url);

const rowTypes = () =>
  readdirSync(TABLES_FOLDER)
    .map((file) => readFileSync(new URL(file, TABLES_FOLDER), 'utf8'))
    .join('\n');

/** The tables whose row type leads with entity_id, read from the schema itself. */
const tenantTables = () => {
  const text = readFileSync(SCHEMA, 'utf8');
  const types = rowTypes();
  const tenantTypes = new Set(
    [
      ...types.matchAll(/interface (\w+) \{\n(?:\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?\s*entity_id: string;/g),
    ].map(([, name]) => name),
  );
  const all = [...(text.match(/interface DB \{([\s\S]*?)\n\}/)?.[1] ?? '').matchAll(/(\w+): (\w+);/g)];
  return new Set(all.filter(([, , type]) => tenantTypes.has(type)).map(([, table]) => table));
};

const TABLES = tenantTables();
if (TABLES.size < 20) throw new Error('the tenant tables were not found in src/db/tables');
const STATEMENTS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
]);

const tableOf = (argument) =>
  argument?.type === 'Literal' && typeof argument.value === 'string'
    ? argument.value.split(' ')[0]
    : undefined;

const rule = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (!STATEMENTS.has(callee.property.name)) return;
        const table = tableOf(node.arguments[0]);
        if (table === undefined || !TABLES.has(table)) return;
        context.report({
          node,
          message: `${table} belongs to tenants: use scoped(ctx, '${table}') or acrossTenants(), which bind the entity.`,
        });
      },
    };
  },
};

export default { meta: { name: 'folio' }, rules: { 'tenant-tables': rule } };
