// Lint rule: tenant tables are reached through scoped() and acrossTenants() only, which bind the entity. Any other
// statement on such a table could show one company's books to another.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Rule, RuleContext } from './oxlint.ts';
import { namedByCall } from './statements.ts';

const ROW_TYPE =
  /interface (\w+) \{\n(?:\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?\s*(?:readonly )?entity_id: \w+;/g;

/** The tables whose row type leads with entity_id, read from the schema itself. */
const tenantTables = (root: string): ReadonlySet<string> => {
  const folder = join(root, 'src/db');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const text = texts.join('\n');
  const types = new Set([...text.matchAll(ROW_TYPE)].map(([, name]) => name));
  const body = /interface DB \{([\s\S]*?)\n\}/.exec(text)?.[1] ?? '';
  const tables = [...body.matchAll(/(\w+): (\w+);/g)].filter(([, , type]) => types.has(type));
  return new Set(tables.map(([, table = '']) => table));
};

export const tenantTablesRule = (root: string): Rule => {
  let known: ReadonlySet<string> | undefined;
  return {
    create: (context: RuleContext) => {
      const tables = (known ??= tenantTables(root));
      if (tables.size === 0) throw new Error('the tenant tables were not found in src/db');
      return {
        CallExpression: (node) => {
          for (const { table, bare } of namedByCall(node))
            if (bare && table !== undefined && tables.has(table))
              context.report({
                node,
                message: `${table} belongs to tenants: use scoped(ctx, '${table}') or acrossTenants(), which bind the entity.`,
              });
        },
      };
    },
  };
};
