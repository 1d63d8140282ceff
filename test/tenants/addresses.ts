// The addresses of pages, with the records that they name.
import assert from 'node:assert/strict';
import { PAGES } from '../../src/console/routes.ts';
import { unknownId } from '../isolation/foreign.ts';
import type { Tenant } from './stage.ts';

export type Page = (typeof PAGES)[number];

/** Which kinds of records each part of an address names. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  company: ['enti'],
  entity: ['enti'],
  approval: ['aprv'],
  account: ['bacc'],
  line: ['btxn'],
  bill: ['bill'],
  counterparty: ['ctpy'],
  document: ['invc', 'icrn', 'cmpl'],
  payment: ['ipay', 'bpay'],
  request: ['akrq'],
  change: ['chrq'],
  key: ['akey'],
  // A key that a program got, which the stage keeps apart from the others.
  app: ['app'],
  webhook: ['whep'],
  received: ['rdoc'],
  attachment: ['atch'],
  supplied: ['bcrn'],
};

/** Parts that name no record. */
const FIXED: Readonly<Record<string, string>> = { file: '1' };

const NAMED = /:(\w+)/g;

const partsOf = ({ path }: Page): string[] => [...path.matchAll(NAMED)].map(([, name = '']) => name);

/** Pages of a company or an organisation; the others are for everybody, or for a person alone. */
export const OWNED = PAGES.filter(
  // An attachment is a German company's, an acuse a cancelled document's: test/console/attach and invoice-acts ask for them.
  ({ audience, path }) =>
    (audience === 'company' || audience === 'organisation') &&
    !path.includes('/attachments/') &&
    // What a program asks for belongs to a session, not to an organisation: test/oauth/attacks asks for it.
    !path.startsWith('/connect/') &&
    !path.endsWith('/acuse.xml'),
);

/** A record for each part of an address. */
export type Chosen = Readonly<Record<string, string>>;

export const addressOf = ({ path }: Page, chosen: Chosen): string =>
  path.replace(NAMED, (_, name: string) => chosen[name] ?? assert.fail(`no record for ${name} of ${path}`));

/** Those that one of the pages may need: the newest, a draft, one that is filed. */
const few = (tenant: Tenant, kind: string): readonly string[] => {
  const ids = tenant.ids[kind] ?? [];
  return [...new Set([...(tenant.newest[kind] ?? []), ...ids.slice(0, 1), ...ids.slice(-2)])];
};

type Pick = (kind: string) => readonly string[];

/** The addresses that records make, chosen by their kinds. */
const choices = (page: Page, pick: Pick): readonly Chosen[] => {
  let found: readonly Chosen[] = [{}];
  for (const name of partsOf(page)) {
    const kinds = PARTS[name];
    const fixed = FIXED[name];
    if (kinds === undefined && fixed === undefined)
      return assert.fail(`${page.path}: which kind of record is :${name}? Say it in PARTS`);
    const fitting = fixed === undefined ? (kinds ?? []).flatMap(pick) : [fixed];
    found = found.flatMap((choice) => fitting.map((id) => ({ ...choice, [name]: id })));
  }
  return found;
};

export const ownChoices = (page: Page, tenant: Tenant): readonly Chosen[] =>
  choices(page, (kind) => (kind === 'enti' ? [tenant.entity_id] : few(tenant, kind)));

/** A page that is there, with the records that its address names. */
export interface Own {
  readonly home: Tenant;
  readonly page: Page;
  readonly chosen: Chosen;
  readonly html: string;
}

/** An address that names records of another, and the same with ids that nobody has. */
export interface Foreign {
  readonly theirs: Chosen;
  readonly nobodys: Chosen;
}

/** The address with every mixture of own and foreign records that names one of another's. */
export const foreignAddresses = ({ home, page, chosen }: Own, other: Tenant): readonly Foreign[] => {
  const isSister = other.organisation_id === home.organisation_id;
  const names = partsOf(page).filter((name) => FIXED[name] === undefined);
  const found = new Map<string, Foreign>();
  for (const records of choices(page, (kind) => (other.ids[kind] ?? []).slice(-1))) {
    for (let mask = 1; mask < 2 ** names.length; mask += 1) {
      const foreign = names.filter((_, index) => ((mask >> index) & 1) === 1);
      // A person of the organisation may open the sister company with what is the sister's.
      if (isSister && (page.audience === 'organisation' || foreign.length === names.length)) continue;
      const theirs = foreign.map((name) => [name, records[name] ?? ''] as const);
      // In the sister company, which the person may enter, what is strange is what belongs to the own one.
      const strange =
        isSister && foreign.includes('company')
          ? names.filter((name) => !foreign.includes(name)).map((name) => [name, chosen[name] ?? ''] as const)
          : theirs;
      const nobodys = strange.map(([name, id]) => [name, unknownId(id.slice(0, 4))] as const);
      const mixture = { ...chosen, ...Object.fromEntries(theirs) };
      found.set(JSON.stringify(mixture), {
        theirs: mixture,
        nobodys: {
          ...chosen,
          ...(strange === theirs ? {} : Object.fromEntries(theirs)),
          ...Object.fromEntries(nobodys),
        },
      });
    }
  }
  return [...found.values()];
};
