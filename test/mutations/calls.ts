// Valid calls of every tool, from the examples of the spec with records of the books, and what is wrong with them.
import { TOOLS, TOOL_NAMES, type ToolName } from '../../generated/dispatch.ts';
import { detailFields } from '../../generated/countries.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import type { Random } from '../property/random.ts';
import { examplesOf } from '../support/examples.ts';
import type { Company, Home } from './books.ts';
import { allowedOf, type Expected, isTaken, misspell, type Mutator, MUTATORS, type Site } from './mutate.ts';

type Args = Record<string, unknown>;

export interface Mutation {
  readonly class: string;
  readonly tool: ToolName;
  readonly home: Home;
  readonly args: Args;
  readonly faults: readonly Expected[];
}

interface Call {
  readonly tool: ToolName;
  readonly home: Home;
  readonly args: Args;
}

const ID = /^([a-z]{4})_[0-9a-hjkmnp-tv-z]{26}$/;

const withOwnIds = (value: unknown, company: Company): unknown => {
  if (typeof value === 'string') return company.ids[ID.exec(value)?.[1] ?? '']?.[0] ?? value;
  if (Array.isArray(value)) return value.map((item) => withOwnIds(item, company));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOwnIds(item, company)]));
};

export const validCalls = (companies: Readonly<Record<Home, Company>>): readonly Call[] =>
  TOOL_NAMES.flatMap((tool) =>
    examplesOf(tool)
      .filter(({ error }) => error === undefined)
      .map(({ params, country: home = 'MX' }) => {
        const args = withOwnIds(params, companies[home]) as Args;
        return { tool, home, args };
      }),
  );

const showPath = (path: Site['path']): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

const at = (value: unknown, path: Site['path']): unknown =>
  path.reduce<unknown>(
    (inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step],
    value,
  );

/** Every place that the arguments have, or that is one step away from those they have. */
const sitesOf = (schema: PublishedSchema, value: unknown, call: Call, path: Site['path'] = []): Site[] => {
  if (schema.type === 'array' && Array.isArray(value))
    return value.flatMap((item, index) =>
      sitesOf(schema.items as PublishedSchema, item, call, [...path, index]),
    );
  if (schema.type !== 'object' || typeof value !== 'object') return [];
  const isDetails = path.at(-1) === 'country_details';
  const slot = isDetails
    ? TOOLS[call.tool].countryDetails.find((each) => each.path.includes('[]') === path.length > 1)?.slot
    : undefined;
  const own = slot === undefined ? undefined : Object.keys(detailFields(slot, call.home));
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => own === undefined || own.includes(name))
    .flatMap(([name, field]) => {
      const inner = (value as Args)[name];
      const required = (schema.required ?? []).includes(name);
      const site = { path: [...path, name], schema: field, required };
      return inner === undefined ? [site] : [site, ...sitesOf(field, inner, call, site.path)];
    });
};

const place = (args: Args, path: Site['path'], value: unknown): void => {
  const holder = at(args, path.slice(0, -1)) as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete holder[last];
  else holder[last] = value;
};

const mutateSite = (
  random: Random,
  mutator: Mutator,
  sites: readonly Site[],
  args: Args,
  company: Company,
): Expected | undefined => {
  const apt = sites.flatMap((site) => {
    const wrong = mutator(random, site, company);
    return wrong === undefined ? [] : [{ site, wrong }];
  });
  if (apt.length === 0) return undefined;
  const { site, wrong } = random.pick(apt);
  place(args, site.path, wrong.value);
  return {
    path: showPath(site.path),
    allowed: wrong.allowed ?? allowedOf(site.schema),
    ...(wrong.value === undefined || wrong.value === null ? {} : { received: wrong.value }),
    ...(wrong.repaired === undefined ? {} : { repaired: wrong.repaired }),
    ...(isTaken(site.schema, wrong.value) ? { isTaken: true } : {}),
  };
};

type Maker = (random: Random, call: Call, company: Company) => readonly Expected[] | undefined;

const ofSite =
  (name: string, deep = false): Maker =>
  (random, call, company) => {
    const sites = sitesOf(TOOLS[call.tool].inputSchema, call.args, call);
    const chosen = deep ? sites.filter(({ path }) => path.length > 1) : sites;
    const fault = mutateSite(random, MUTATORS[name] as Mutator, chosen, call.args, company);
    return fault === undefined ? undefined : [fault];
  };

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, c: string) => c.toUpperCase());

const misspelled: Maker = (random, call) => {
  const given = sitesOf(TOOLS[call.tool].inputSchema, call.args, call).filter(
    ({ path }) => at(call.args, path) !== undefined && String(path.at(-1)).length > 3,
  );
  if (given.length === 0) return undefined;
  const { path, required, schema } = random.pick(given);
  const name = String(path.at(-1));
  const parts = name.split('_');
  const wrong = random.pick([
    misspell(random, name),
    misspell(random, name),
    camel(name),
    parts.toReversed().join('_'),
  ]);
  const known = Object.keys(at(call.args, path.slice(0, -1)) ?? {});
  if (wrong === name || known.includes(wrong)) return undefined;
  const wrongPath = [...path.slice(0, -1), wrong];
  place(call.args, wrongPath, at(call.args, path));
  place(call.args, path, undefined);
  const fault = { path: showPath(wrongPath), allowed: /did you mean/i, repaired: name };
  const missing = { path: showPath(path), allowed: allowedOf(schema), unlessFrom: fault.path };
  return required ? [fault, missing] : [fault];
};

const extra: Maker = (random, { tool, args }) => {
  const known = Object.keys(TOOLS[tool].inputSchema.properties);
  const words = ['colour', 'verbose', 'dry_run', 'zzz', 'webhook_secret'];
  const name = random.pick(words.filter((word) => !known.includes(word)));
  args[name] = true;
  return [{ path: name, allowed: new RegExp(known.at(-1) ?? 'no parameters') }];
};

const several: Maker = (random, call, company) => {
  const names = Object.keys(MUTATORS).filter((name) => !name.includes('name for id'));
  const faults: Expected[] = [];
  let sites = sitesOf(TOOLS[call.tool].inputSchema, call.args, call);
  for (let wanted = random.int(2, 4), tries = 0; faults.length < wanted && tries < 20; tries += 1) {
    const mutator = MUTATORS[random.pick(names)] as Mutator;
    const fault = mutateSite(random, mutator, sites, call.args, company);
    if (fault === undefined) continue;
    faults.push(fault);
    const taken = fault.path.split(/[.[]/)[0];
    sites = sites.filter(({ path }) => path[0] !== taken);
  }
  return faults.length > 1 ? faults : undefined;
};

/** Faults that only the rules of the country see: the tax id and the postal code of a Mexican customer. */
const byCountry: Maker = (random, { tool, home, args }) => {
  if (tool !== 'create_counterparty' || home !== 'MX') return undefined;
  const rfc = random.pick(['PRO84022', 'XX', 'PRO840221', 'ABC9913011A1']);
  const postal_code = random.pick(['0660', '066000', 'ABCDE']);
  args['postal_code'] = postal_code;
  args['country_details'] = { rfc, fiscal_regime_code: random.pick(['601', '999']) };
  const regime = (args['country_details'] as Args)['fiscal_regime_code'] === '999';
  // One that the validator sees, before the rules of the country.
  const email = random.pick(['', 'cuentas', 'a@', '@b.mx']);
  if (email !== '') args['email'] = email;
  return [
    { path: 'country_details.rfc', received: rfc, allowed: /RFC/ },
    { path: 'postal_code', received: postal_code, allowed: /postal code/ },
    ...(regime ? [{ path: 'country_details.fiscal_regime_code', received: '999', allowed: /612/ }] : []),
    ...(email === '' ? [] : [{ path: 'email', received: email, allowed: /e-mail/ }]),
  ];
};

const CURRENCIES = [
  ['MXM', 'MXN'],
  ['USS', 'USD'],
  ['EUT', 'EUR'],
] as const;

const unknownCode: Maker = (random, { tool, args }) => {
  const { properties } = TOOLS[tool].inputSchema;
  if (properties['currency'] === undefined) return undefined;
  const [value, repaired] = random.pick(CURRENCIES);
  args['currency'] = value;
  return [{ path: 'currency', received: value, allowed: /three capital letters/, repaired }];
};

export const CLASSES: Readonly<Record<string, Maker>> = {
  'misspelled parameter': misspelled,
  'extra parameter': extra,
  ...Object.fromEntries(Object.keys(MUTATORS).map((name) => [name, ofSite(name)])),
  'nested: type': ofSite('array for scalar', true),
  'nested: numbers': ofSite('numbers', true),
  'nested: missing': ofSite('missing required', true),
  'nested: case': ofSite('wrong case', true),
  'rfc and postal_code': byCountry,
  'unknown currency': unknownCode,
  'several faults': several,
};

/** So many wrong calls, the classes and the tools in turn. */
export const mutations = (
  random: Random,
  companies: Readonly<Record<Home, Company>>,
  count: number,
): readonly Mutation[] => {
  const calls = validCalls(companies);
  const classes = Object.keys(CLASSES);
  const made: Mutation[] = [];
  for (let turn = 0; made.length < count; turn += 1) {
    const name = classes[turn % classes.length] ?? '';
    const wanted = TOOL_NAMES[Math.floor(turn / classes.length) % TOOL_NAMES.length];
    for (let tries = 0; tries < 60; tries += 1) {
      const chosen = tries < 10 ? calls.filter(({ tool }) => tool === wanted) : calls;
      const call = structuredClone(random.pick(chosen));
      const faults = CLASSES[name]?.(random, call, companies[call.home]);
      if (faults === undefined) continue;
      made.push({ class: name, ...call, faults });
      break;
    }
  }
  return made;
};
