// Apps that an administrator types in: their id, their secret once, and where they send people back to.
import type { VNode } from 'preact';
import { OAUTH_CLIENTS } from '../../../../generated/vocabulary/oauth-clients.ts';
import {
  changeTypedClient,
  ClientRefusal,
  createTypedClient,
  deleteTypedClient,
  type MadeClient,
  rotateTypedClient,
} from '../../../domain/parties/oauth/clients/typed.ts';
import { listTypedClients, type TypedClient } from '../../../domain/parties/oauth/store/clients.ts';
import { useOrganisation } from '../../context.ts';
import { moment } from '../../format.ts';
import type { Form } from '../../form.ts';
import { type Act, organisationPage, provenAct, type Shown } from '../../page.ts';
import { ActForm, Area, Field, Press, Send, Tick } from '../../parts/form.tsx';
import { Day, Go, Head, Moment, Secret, Section, Small } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { FormProblem } from '../../problem.ts';
import { tell } from '../../tell.ts';
import type { OrganisationVisit } from '../../visit.ts';

const PATH = '/settings/apps/typed';
const { longest_name, longest_uri, most_redirect_uris } = OAUTH_CLIENTS;

const readWanted = (form: Form) => ({
  name: form.text('name'),
  redirect_uris: form.text('redirect_uri').split(/\s+/),
});

/** A refusal that is about a field stands beside it, with what was typed. */
const besideFields = async <T,>({ language }: OrganisationVisit, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ClientRefusal)) throw error;
    throw new FormProblem({ [error.about]: tell(language, error.said) });
  }
};

const showMade = (made: MadeClient): Shown => ({
  title: made.client.name,
  main: <Made {...made} />,
});

const make: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const wanted = readWanted(form);
  const work = visit.changeOrganisation('app client create', wanted, (ctx) => createTypedClient(ctx, wanted));
  return showMade(await besideFields(visit, work));
});

const change: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const [id, wanted] = [form.text('client'), readWanted(form)];
  const work = visit.changeOrganisation('app client update', { id, ...wanted }, (ctx) =>
    changeTypedClient(ctx, id, wanted),
  );
  await besideFields(visit, work);
  return { say: visit.words.app.saved };
});

const rotate: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const [id, wanted] = [form.text('client'), { now: form.has('now') }];
  const work = visit.changeOrganisation('app client rotate', { id, ...wanted }, (ctx) =>
    rotateTypedClient(ctx, id, wanted),
  );
  return showMade(await besideFields(visit, work));
});

const remove: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const id = form.text('client');
  const work = visit.changeOrganisation('app client delete', { id }, (ctx) => deleteTypedClient(ctx, id));
  await besideFields(visit, work);
  return { say: visit.words.app.removed };
});

const Made = ({ client, secret }: MadeClient): VNode => {
  const visit = useOrganisation();
  const { app: words, settings } = visit.words;
  const zone = visit.signedIn.person.time_zone ?? 'UTC';
  return (
    <>
      <Head title={client.name} note={words.secretNote} />
      {client.previous_until !== null && (
        <p class="notice">{settings.oldEnds(moment(visit.language, client.previous_until, zone))}</p>
      )}
      <h2>{words.clientId}</h2>
      <p>
        <code id="client-id">{client.id}</code>
      </p>
      <Secret title={words.secret} text={secret} />
      <Go to={PATH} text={settings.doneWithKey} apart />
    </>
  );
};

export const typedAppsPage = organisationPage({
  path: PATH,
  role: 'administrator',
  query: ({ reads, organisation, now }) => listTypedClients(reads.db, organisation.id, now),
  acts: { make, change, rotate, remove },
  view: (clients, visit) => {
    const { app: words } = visit.words;
    return {
      title: words.typed,
      main: (
        <>
          <Head title={words.typed} note={words.typedNote} />
          <Clients clients={clients} />
          <Section title={words.add} card>
            <ActForm act="make" label={words.add}>
              <Fields />
              <Press text={words.add} />
            </ActForm>
          </Section>
        </>
      ),
    };
  },
});

const Fields = ({ client }: { client?: TypedClient }): VNode => {
  const { app: words, common } = useOrganisation().words;
  return (
    <div class="fields">
      <Field name="name" label={common.name} value={client?.name} required maxlength={longest_name} />
      <Area
        name="redirect_uri"
        label={words.redirects}
        hint={words.redirectsHint}
        value={client?.redirect_uris.join('\n')}
        maxlength={most_redirect_uris * (longest_uri + 1)}
      />
    </div>
  );
};

const Clients = ({ clients }: { clients: readonly TypedClient[] }): VNode => {
  const { app: words, common, settings } = useOrganisation().words;
  return (
    <Table<TypedClient>
      id="typed-apps"
      caption={words.typed}
      rows={clients.toReversed()}
      empty={words.none}
      columns={[
        {
          head: common.name,
          main: true,
          cell: ({ name, id, hint, previous_until }) => (
            <>
              {name} <small>…{hint}</small>
              <Small>
                <code>{id}</code>
              </Small>
              {previous_until !== null && (
                <Small>
                  {settings.oldUntil} <Moment value={previous_until} />
                </Small>
              )}
            </>
          ),
        },
        {
          head: words.redirects,
          cell: ({ redirect_uris }) =>
            redirect_uris.length === 0
              ? words.noRedirects
              : redirect_uris.map((uri) => <div class="address">{uri}</div>),
        },
        { head: common.created, cell: ({ created_at }) => <Day value={created_at} /> },
        {
          head: settings.lastUsed,
          cell: ({ last_used_at }) =>
            last_used_at === null ? settings.notUsed : <Moment value={last_used_at} />,
        },
        { head: settings.manage, cell: (client) => <ClientActs client={client} /> },
      ]}
    />
  );
};

const ClientActs = ({ client }: { client: TypedClient }): VNode => {
  const { app: words, settings } = useOrganisation().words;
  const { id, name } = client;
  const label = (act: string): string => `${act}: ${name}`;
  return (
    <>
      <details>
        <summary aria-label={label(words.change)}>{words.change}</summary>
        <ActForm act="change" label={label(words.change)}>
          <input type="hidden" name="client" value={id} />
          <Fields client={client} />
          <button>{words.save}</button>
        </ActForm>
      </details>
      <details>
        <summary aria-label={label(words.rotate)}>{words.rotate}</summary>
        <ActForm act="rotate" label={label(words.rotate)}>
          <input type="hidden" name="client" value={id} />
          <p class="quiet">{settings.rollNote}</p>
          <Tick name="now" label={settings.rollNow} />
          <button>{words.rotate}</button>
        </ActForm>
      </details>
      <Send act="remove" text={words.remove} fields={{ client: id }} danger label={label(words.remove)} />
    </>
  );
};
