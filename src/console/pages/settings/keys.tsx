// API keys: made here, with the secret shown once and the set-up text for each client.
import { useOrganisation } from '../../context.ts';
import { DAY_MS, addDays, dayIn } from '../../../base/time/day.ts';
import type { VNode } from 'preact';
import { endKey, issueKey, rollKey } from '../../../domain/parties/access/keys.ts';
import { parseExpiry, parseScopes, parseToolsets } from '../../../domain/parties/access/scope-list.ts';
import { type KeyRecord, findKey, listKeys } from '../../../domain/parties/access/store.ts';
import { type Act, type Shown, organisationPage, provenAct } from '../../page.ts';
import { ActForm, Field, Select, Send, Tick, Press } from '../../parts/form.tsx';
import { Day, Head, Moment, Section, State, Small } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { moment } from '../../format.ts';
import { FormProblem } from '../../problem.ts';
import type { Form } from '../../form.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { AppSetups } from './app-setups.tsx';
import { WaitingRequests, waitingRequests } from './key-request.tsx';
import { MadeKey } from './made-key.tsx';
import { CHARACTERS } from '../../limits.ts';
import { scopeWords } from '../../../../generated/texts/scope.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';

const UNUSED_MS = 90 * DAY_MS;

const scopesOf = (visit: OrganisationVisit, form: Form) => {
  const level = form.text('level');
  if (level === 'all') return parseScopes('*');
  if (level === 'read') return parseScopes('read-only');
  const chosen = form.all('scope').join(',');
  if (chosen === '')
    throw new FormProblem({
      level: visit.words.common.required(visit.words.settings.scopes),
    });
  return parseScopes(chosen);
};

const make: Act<OrganisationVisit> = provenAct('administrator', async (visit, form): Promise<Shown> => {
  const name = form.text('name');
  const bound = visit.companies.find(({ id }) => id === form.text('entity'));
  const ends = form.has('never') ? null : parseExpiry(form.text('expires'), visit.now);
  const wanted = {
    entity_id: bound?.id ?? null,
    type: 'copilot' as const,
    name,
    scopes: scopesOf(visit, form),
    toolsets: parseToolsets(form.all('toolset').join(',')),
    expires_at: ends,
  };
  const { id, secret } = await visit.changeOrganisation('key create', wanted, (ctx) => issueKey(ctx, wanted));
  return { title: name, main: <MadeKey id={id} name={name} secret={secret} /> };
});

const revoke: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const before = await keyOf(visit, form);
  await visit.changeOrganisation('key revoke', { id: before.id }, (ctx) => endKey(ctx, before));
  return { say: visit.words.settings.revoked };
});

/** The key of the form, as it is now. */
const keyOf = async (visit: OrganisationVisit, form: Form): Promise<KeyRecord> => {
  const key = await findKey(visit.reads.db, form.text('key'), visit.now);
  if (key === undefined || key.organisation_id !== visit.organisation.id)
    throw new FormProblem({ key: visit.words.common.notFound });
  return key;
};

const roll: Act<OrganisationVisit> = provenAct('administrator', async (visit, form): Promise<Shown> => {
  const before = await keyOf(visit, form);
  const wanted = { now: form.has('now') };
  const { secret, previous_until } = await visit.changeOrganisation(
    'key roll',
    { id: before.id, ...wanted },
    (ctx) => rollKey(ctx, before, wanted),
  );
  const { oldEnds, oldEnded } = visit.words.settings;
  const zone = visit.signedIn.person.time_zone ?? 'UTC';
  const old = previous_until === null ? oldEnded : oldEnds(moment(visit.language, previous_until, zone));
  return {
    title: before.name,
    main: <MadeKey id={before.id} name={before.name} secret={secret} old={old} />,
  };
});

export const keysPage = organisationPage({
  path: '/settings/keys',
  role: 'administrator',
  query: async (visit) => ({
    keys: (await listKeys(visit.reads.db, visit.organisation.id, visit.now)).filter(
      ({ oauth_client_id }) => oauth_client_id === undefined,
    ),
    requests: await waitingRequests(visit),
  }),
  acts: { make, roll, revoke },
  view: ({ keys, requests }, visit) => {
    const { settings: words } = visit.words;
    return {
      title: words.keys,
      main: (
        <>
          <Head title={words.keys} />
          <p class="quiet">
            {visit.words.connected.keysHint} <a href="/settings/apps">{visit.words.connected.title}</a>
          </p>
          <WaitingRequests requests={requests} />
          <Keys keys={keys} />
          <NewKey />
          <AppSetups />
        </>
      ),
    };
  },
});

const Keys = ({ keys }: { keys: readonly KeyRecord[] }): VNode => {
  const visit = useOrganisation();
  const { settings: words, common } = visit.words;
  const companyName = (id: string | null): string =>
    id === null ? words.allOfThem : (visit.companies.find((company) => company.id === id)?.name ?? id);
  const isUnused = ({ status, last_used_at, created_at }: KeyRecord): boolean =>
    status === 'active' && visit.now.getTime() - new Date(last_used_at ?? created_at).getTime() > UNUSED_MS;
  return (
    <Table<KeyRecord>
      id="keys"
      caption={words.keys}
      rows={keys.toReversed()}
      empty={words.noKeys}
      columns={[
        {
          head: common.name,
          main: true,
          cell: ({ name, hint, previous_until }) => (
            <>
              {name} {hint !== '' && <small>…{hint}</small>}
              {previous_until !== null && (
                <Small>
                  {words.oldUntil} <Moment value={previous_until} />
                </Small>
              )}
            </>
          ),
        },
        { head: words.boundTo, cell: ({ entity_id }) => companyName(entity_id) },
        {
          head: words.scopes,
          cell: ({ scopes, toolsets }) => (
            <small>
              {scopes.join(', ')}
              {toolsets.length > 0 && (
                <div>
                  {words.toolsets}: {toolsets.join(', ')}
                </div>
              )}
            </small>
          ),
        },
        { head: common.created, cell: ({ created_at }) => <Day value={created_at} /> },
        {
          head: words.lastUsed,
          cell: (key) => (
            <>
              {key.last_used_at === null ? words.notUsed : <Moment value={key.last_used_at} />}
              {isUnused(key) && <div class="state wait">{words.unused}</div>}
            </>
          ),
        },
        {
          head: words.expires,
          cell: ({ expires_at }) => (expires_at === null ? words.never : <Day value={expires_at} />),
        },
        { head: common.status, cell: ({ status }) => <State value={status} /> },
        {
          head: words.manage,
          cell: (key) => key.status === 'active' && <KeyActs of={key} />,
        },
      ]}
    />
  );
};

const KeyActs = ({ of }: { of: KeyRecord }): VNode => {
  const { settings: words } = useOrganisation().words;
  const { id, hint, oauth_client_id } = of;
  const name = hint === '' ? of.name : `${of.name} …${hint}`;
  return (
    <>
      <Send act="revoke" text={words.revoke} fields={{ key: id }} danger label={`${words.revoke}: ${name}`} />
      {oauth_client_id === undefined && (
        <details>
          <summary aria-label={`${words.roll}: ${name}`}>{words.roll}</summary>
          <ActForm act="roll" label={`${words.roll}: ${name}`}>
            <input type="hidden" name="key" value={id} />
            <p class="quiet">{words.rollNote}</p>
            <Tick name="now" label={words.rollNow} />
            <button>{words.roll}</button>
          </ActForm>
        </details>
      )}
    </>
  );
};

export const NewKey = (): VNode => {
  const visit = useOrganisation();
  const { settings: words } = visit.words;
  // Keys end by themselves unless somebody chooses otherwise.
  const usual = addDays(dayIn('UTC', visit.now), SERVICE.windows.key_days);
  return (
    <Section title={words.newKey} card>
      <ActForm act="make" label={words.newKey}>
        <div class="fields">
          <Field
            name="name"
            label={words.keyName}
            value={visit.url.searchParams.has('first') ? words.firstKey : null}
            required
            maxlength={CHARACTERS.key_name}
          />
          <Select
            name="entity"
            label={words.boundTo}
            any={words.allOfThem}
            value={visit.companies.length === 1 ? (visit.companies[0]?.id ?? '') : ''}
            choices={visit.companies.map(({ id, name }) => ({ value: id, text: name }))}
          />
          <Select
            name="level"
            label={words.scopes}
            value="all"
            choices={[
              { value: 'all', text: words.everything },
              { value: 'read', text: words.readOnly },
              { value: 'chosen', text: words.chosen },
            ]}
          />
          <Field name="expires" type="date" label={words.expires} value={usual} />
          <Tick name="never" label={words.never} hint={words.neverHint} />
        </div>
        <Permissions />
        <Press text={words.makeKey} />
      </ActForm>
    </Section>
  );
};

/** Chosen scopes, and the sets of tools. */
const Permissions = (): VNode => {
  const {
    language,
    words: { settings: words },
  } = useOrganisation();
  return (
    <>
      <details>
        <summary>{words.chosen}</summary>
        {Object.entries(scopeWords(language)).map(([scope, text]) => (
          <Tick
            name="scope"
            value={scope}
            label={
              <>
                <code>{scope}</code> {text}
              </>
            }
          />
        ))}
      </details>
      <fieldset>
        <legend>{words.toolsets}</legend>
        {TOOLSET_NAMES.map((set) => (
          <Tick
            name="toolset"
            value={set}
            label={
              <>
                <code>{set}</code> {words.toolsetSays[set]}
              </>
            }
          />
        ))}
      </fieldset>
    </>
  );
};
