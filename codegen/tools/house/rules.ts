// The rules of the lint plugin, over the house of the folder that is linted.
import { findRoot, readHouse } from './house.ts';
import { figuresRule } from './figures-rule.ts';
import { gettersRule } from './getters-rule.ts';
import { roomsRule } from './rooms-rule.ts';
import { storesRule } from './stores-rule.ts';
import { tenantTablesRule } from './tenant-tables-rule.ts';

const root = findRoot(process.cwd());
if (root === undefined) throw new Error('run oxlint in the project');
const house = readHouse(root);

export const rules = {
  rooms: roomsRule(house, root),
  stores: storesRule(house, root),
  figures: figuresRule(root),
  getters: gettersRule,
  'tenant-tables': tenantTablesRule(root),
};
