// Forms as pages show them, sent with records of others in their fields.
import type { Database } from '../../src/db/database.ts';
import { toInstant } from '../../src/db/instant.ts';
import { databaseState } from '../isolation/database-state.ts';
import { until } from '../support/office.ts';
import { addressOf, type Own } from './addresses.ts';
import type { Judge, Part } from './judge.ts';
import { idsIn } from './owners.ts';
import type { Stage, Tenant } from './stage.ts';

type Field = readonly [name: string, value: string];

const CONTROL = /<(input|select|textarea)\b([^>]*)>(?:([\s\S]*?)<\/(?:select|textarea)>)?/g;

const attribute = (text: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];

const valueOf = (kind: string, attributes: string, content: string): string => {
  if (kind === 'input') return attribute(attributes, 'value') ?? '';
  if (kind === 'textarea') return content;
  const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
  const shown = options.find((option) => option.includes('selected')) ?? options.find(attributeValue) ?? '';
  return attribute(shown, 'value') ?? '';
};

const attributeValue = (option: string): boolean => (attribute(option, 'value') ?? '') !== '';

/** All fields of a page with what stands in them, its tokens too. */
export const fieldsOf = (html: string): readonly Field[] => {
  const fields = new Map<string, string>();
  for (const [, kind = '', attributes = '', content = ''] of html.matchAll(CONTROL)) {
    const name = attribute(attributes, 'name');
    if (name === undefined || name === 'act') continue;
    const value = valueOf(kind, attributes, content);
    // Of a field that is there twice the one that says something.
    if (fields.get(name) === undefined || fields.get(name) === '') fields.set(name, value);
  }
  return [...fields];
};

/** A form as the browser of the page sends it. */
export const asSent = (origin: string, fields: readonly Field[]): RequestInit => ({
  method: 'POST',
  headers: { origin, 'sec-fetch-site': 'same-origin' },
  body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
});

/** What the stand-ins for the outside keep: of filings that go on meanwhile, and of no company. */
const OF_NOBODY: ReadonlySet<string> = new Set(['sandbox_stamp']);

/** The values of each field that is a record, or begins with one. */
const recordsIn = (fields: readonly Field[]): readonly (readonly [name: string, own: string])[] =>
  fields.flatMap(([name, value]) => idsIn(value).map((id) => [name, id] as const));

const SOON_MS = 2_000;

/** What own forms have approved is filed meanwhile, which changes the companies that it is of. */
const untilFiled = ({ kysely }: Database): Promise<unknown> =>
  until(
    () =>
      kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('next_attempt_at', '<=', toInstant(new Date(Date.now() + SOON_MS)))
        .execute(),
    ({ length }) => length === 0,
  );

const unchanged = async (
  { world, tenants }: Stage,
  home: Tenant,
  isOfAll: boolean,
  send: () => Promise<void>,
): Promise<readonly string[]> => {
  const { database } = world.service;
  // A page of the organisation acts in all of its companies.
  const own = tenants.filter(
    (each) => each === home || (isOfAll && each.organisation_id === home.organisation_id),
  );
  const others = () =>
    databaseState(
      database,
      own.map(({ entity_id }) => entity_id),
    );
  await untilFiled(database);
  const before = await others();
  await send();
  const after = await others();
  return Object.keys(after).filter((table) => after[table] !== before[table] && !OF_NOBODY.has(table));
};

/** Every form of the own pages, each field that names a record with that of another. */
export const sendForeignForms = async (stage: Stage, own: readonly Own[], judge: Judge): Promise<Part> => {
  const leaks: string[] = [];
  let tried = 0;
  for (const { home, page, chosen } of own) {
    const acts = Object.keys('acts' in page ? (page.acts ?? {}) : {});
    const path = addressOf(page, chosen);
    const browser = home.administrator;
    const shown = recordsIn(acts.length === 0 ? [] : fieldsOf((await browser.get(path)).html));
    for (const [name, mine] of shown) {
      for (const other of stage.tenants.filter(({ whose }) => whose !== home.whose)) {
        const theirs = other.ids[mine.slice(0, 4)]?.at(-1);
        if (theirs === undefined) continue;
        for (const act of acts) {
          const changed = await unchanged(stage, home, page.audience !== 'company', async () => {
            const { html } = await browser.get(path);
            const fields = fieldsOf(html).map(([field, value]): Field => [
              field,
              field === name ? value.replaceAll(mine, theirs) : value,
            ]);
            const answer = await browser.raw(path, asSent(stage.origin, [...fields, ['act', act]]));
            judge.look(
              home,
              page.audience === 'company' ? 'page' : 'organisation',
              `${act} at ${path} with ${name} of ${other.whose}`,
              (await answer.text()).replaceAll(theirs, ''),
            );
          });
          tried += 1;
          if (changed.length > 0)
            leaks.push(`${act} at ${path} with ${name} of ${other.whose} changed ${changed.join(', ')}`);
        }
      }
    }
  }
  return { name: 'forms x records of others in the fields', tried, leaks };
};
