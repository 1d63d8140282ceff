// A German company beside the Mexican one of the same organisation. Importing this registers the hooks.
import { before } from 'node:test';
import { admin, entity, org } from './company.ts';
import { deEntity } from './support.ts';

export { admin, db } from './company.ts';

export let mx: string;
export let de: string;
before(async () => {
  mx = entity;
  de = (await admin.json(...deEntity(org))).id;
});
