// A lint rule: tenant tables are reached through scoped() and acrossTenants() only, which bind the entity. Any other
// statement on such a table could show one company's books to another.
import { readFileSync } from 'node:fs';

const ROWS = new URL('../../src/db/rows.ts', import.meta.url);

/** The tables whose row type leads with entity_id, read from the row types themselves. */
const tenantTables = () => {
  const text = readFileSync(ROWS, 'utf8');
  const tenantTypes = new Set(
    [
      ...text.matchAll(/interface (\w+) \{\n(?:\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?\s*entity_id: string;/g),
    ].map(([, name]) => name),
  );
  const all = [...(text.match(/interface DB \{([\s\S]*?)\n\}/)?.[1] ?? '').matchAll(/(\w+): (\w+);/g)];
  return new Set(all.filter(([, , type]) => tenantTypes.has(type)).map(([, table]) => table));
};

const TABLES = tenantTables();
if (TABLES.size < 20) throw new Error('the tenant tables were not found in src/db/rows.ts');
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
