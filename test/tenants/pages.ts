// Every page, file and act as the administrator of each company: with its own records, and with those of others.
import { databaseState } from '../isolation/database-state.ts';
import {
  addressOf,
  type Chosen,
  foreignAddresses,
  ownChoices,
  type Own,
  OWNED,
  type Page,
} from './addresses.ts';
import { asSent, fieldsOf } from './forms.ts';
import type { Judge, Part } from './judge.ts';
import type { Stage, Tenant } from './stage.ts';

/** The pages of each company with its own records: that they are there, and that they tell of nobody else. */
export const openOwnPages = async (
  homes: readonly Tenant[],
  judge: Judge,
  pages: readonly Page[] = OWNED,
): Promise<{ readonly part: Part; readonly own: readonly Own[] }> => {
  const own: Own[] = [];
  const leaks: string[] = [];
  let tried = 0;
  for (const home of homes) {
    for (const page of pages) {
      let found: Own | undefined;
      for (const chosen of ownChoices(page, home)) {
        const { status, html } = await home.administrator.get(addressOf(page, chosen));
        tried += 1;
        if (status !== 200) continue;
        const scope = page.audience === 'company' ? 'page' : 'organisation';
        judge.look(home, scope, `${addressOf(page, chosen)} for ${home.whose}`, html);
        found = { home, page, chosen, html };
        break;
      }
      if (found === undefined)
        leaks.push(`${page.path} is not there for ${home.whose} with any record of its own`);
      else own.push(found);
    }
  }
  return { part: { name: `pages with own records, ${own.length} of them there`, tried, leaks }, own };
};

/** The form as somebody forges it: what was one's own is another's. */
const forged = ({ chosen, html }: Own, instead: Chosen) =>
  fieldsOf(html).map(([name, value]) => {
    const changed = Object.entries(chosen).reduce(
      (text, [part, own]) => text.replaceAll(own, instead[part] ?? own),
      value,
    );
    return [name, changed] as const;
  });

interface Try {
  readonly where: string;
  /** The answer to these records in the place of the own ones. */
  readonly ask: (instead: Chosen) => Promise<Response>;
}

const triesOf = (origin: string, own: Own): readonly Try[] => {
  const { page, home } = own;
  const acts = Object.keys('acts' in page ? (page.acts ?? {}) : {});
  return [
    { where: page.path, ask: (instead) => home.administrator.raw(addressOf(page, instead)) },
    ...acts.map((act) => ({
      where: `${act} at ${page.path}`,
      ask: (instead: Chosen) =>
        home.administrator.raw(
          addressOf(page, instead),
          asSent(origin, [...forged(own, instead), ['act', act]]),
        ),
    })),
  ];
};

/** What an address that names nobody's records may be answered: nothing there, not allowed, or a form that lacks something. */
const REFUSED: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Each page and each of its acts at the address of others' records: answered as if nobody had them, and nothing changes. */
export const openForeignPages = async (
  { tenants, world, origin }: Stage,
  own: readonly Own[],
  judge: Judge,
): Promise<Part> => {
  const { database } = world.service;
  const before = await databaseState(database);
  const leaks: string[] = [];
  let tried = 0;
  const statuses = new Map<string, number>();
  const statusOfNobodys = async (key: string, ask: () => Promise<Response>): Promise<number> => {
    const known = statuses.get(key) ?? (await ask()).status;
    statuses.set(key, known);
    return known;
  };
  for (const opened of own) {
    const { home, page } = opened;
    const scope = page.audience === 'company' ? 'page' : 'organisation';
    for (const other of tenants.filter(({ whose }) => whose !== home.whose)) {
      for (const { theirs, nobodys } of foreignAddresses(opened, other)) {
        for (const { where, ask } of triesOf(origin, opened)) {
          const answer = await ask(theirs);
          const kinds = Object.entries(nobodys).map(
            ([name, id]) => `${name}=${id === theirs[name] || id.slice(0, 4)}`,
          );
          const unknown = await statusOfNobodys([home.whose, where, ...kinds].join(' '), () => ask(nobodys));
          tried += 1;
          const title = `${where} for ${home.whose} with ${JSON.stringify(theirs)}`;
          if (!REFUSED.has(answer.status) || answer.status !== unknown)
            leaks.push(`${title} is answered ${answer.status}, what nobody has ${unknown}`);
          let text = await answer.text();
          for (const id of Object.values(theirs)) text = text.replaceAll(id, '');
          judge.look(home, scope, title, text);
        }
      }
    }
  }
  const after = await databaseState(database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length > 0) leaks.push(`pages of others changed ${changed.join(', ')}`);
  return { name: 'pages and acts x records of others in the address', tried, leaks };
};
