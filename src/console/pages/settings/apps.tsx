// Apps that people connected: each person sees and ends their own, administrators those of the whole organisation. What one
// may do is ticked on its own page, and holds from the next call on.
import type { VNode } from 'preact';
import { type ConnectedApp, findApp, listApps } from '../../../domain/parties/oauth/apps/app.ts';
import { changeApp, disconnectApp } from '../../../domain/parties/oauth/apps/change.ts';
import { isReading, knownScopes } from '../../../domain/parties/oauth/role-scopes.ts';
import { parseToolsets } from '../../../domain/parties/access/scope-list.ts';
import type { EntityId } from '../../../../generated/ids.ts';
import { useOrganisation } from '../../context.ts';
import { PAGE_ROWS } from '../../filters.ts';
import { figure } from '../../format.ts';
import type { Form } from '../../form.ts';
import { type Act, organisationPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Go, Head, Moment, Small } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { FormProblem } from '../../problem.ts';
import { companyOf, type OrganisationVisit } from '../../visit.ts';
import { AppDetails, AppName, CompanyName, Known } from './app-details.tsx';

const PATH = '/settings/apps';

const isOwn = ({ member_id, signedIn }: OrganisationVisit, app: ConnectedApp): boolean =>
  app.member_id === member_id && app.person_id === signedIn.person.id;

/** Of those of the organisation, the one of the address or form that this person may see. */
const appOf = async (visit: OrganisationVisit, id: string): Promise<ConnectedApp | undefined> => {
  const app = await findApp(visit.reads.db, id, visit.now, visit.organisation.id);
  return app !== undefined && (visit.may('administrator') || isOwn(visit, app)) ? app : undefined;
};

const requireApp = async (visit: OrganisationVisit, id: string): Promise<ConnectedApp> => {
  const app = await appOf(visit, id);
  if (app === undefined) throw new FormProblem({ app: visit.words.common.notFound });
  return app;
};

const disconnect: Act<OrganisationVisit> = {
  run: async (visit, form) => {
    const { id, client_name } = await requireApp(visit, form.text('app'));
    await visit.changeOrganisation('app revoke', { id }, (ctx) => disconnectApp(ctx, id));
    return { to: PATH, say: visit.words.connected.disconnected(client_name) };
  },
};

const wantedIn = async (visit: OrganisationVisit, form: Form, app: ConnectedApp) => {
  const { connected: words, common } = visit.words;
  const scopes = knownScopes(form.all('scope'));
  if (scopes.length === 0) throw new FormProblem({ scope: common.required(words.mayDo) });
  const typed = form.text('entity');
  // The company that it is bound to stays, also where it is not active any more.
  const isKept = typed === app.entity_id;
  if (typed !== '' && !isKept && (await companyOf(visit, typed)) === undefined)
    throw new FormProblem({ entity: common.notFound });
  const entity_id = typed === '' ? null : (typed as EntityId);
  const toolsets = parseToolsets(form.all('toolset').join(','));
  return { scopes, toolsets, ...(isKept ? {} : { entity_id }) };
};

const change: Act<OrganisationVisit> = {
  run: async (visit, form, isProven) => {
    const app = await requireApp(visit, visit.params['app'] ?? '');
    const wanted = await wantedIn(visit, form, app);
    const { id } = app;
    const mayWiden = isOwn(visit, app);
    await visit.changeOrganisation('app update', { id, ...wanted }, (ctx) =>
      changeApp(ctx, id, wanted, { mayWiden, isProven }),
    );
    return { say: visit.words.connected.saved };
  },
};

const ownFilter = ({ may, member_id, signedIn }: OrganisationVisit) =>
  may('administrator') ? {} : { of: { member_id, person_id: signedIn.person.id } };

const withEnded = ({ url }: OrganisationVisit): boolean => url.searchParams.has('ended');

export const appsPage = organisationPage({
  path: PATH,
  role: 'viewer',
  query: (visit) => {
    const { reads, organisation, now, url } = visit;
    const filters = {
      organisation_id: organisation.id,
      ...ownFilter(visit),
      standing: !withEnded(visit),
      after: url.searchParams.get('after') ?? undefined,
    };
    return listApps(reads.db, filters, PAGE_ROWS, now);
  },
  acts: { disconnect },
  view: ({ apps, next }, visit) => {
    const { connected: words, common } = visit.words;
    const all = visit.may('administrator');
    const shown = withEnded(visit);
    return {
      title: words.title,
      main: (
        <>
          <Head title={words.title} note={all ? words.noteAll : words.noteOwn} />
          <Apps apps={apps} />
          <p>
            <a href={shown ? PATH : `${PATH}?ended=1`}>{shown ? words.hideEnded : words.showEnded}</a>
          </p>
          {next !== null && (
            <nav class="pager" aria-label={common.next}>
              <a rel="next" href={`${PATH}?${shown ? 'ended=1&' : ''}after=${next}`}>
                {common.next}
              </a>
            </nav>
          )}
          <p class="quiet">{words.help}</p>
        </>
      ),
    };
  },
});

const Apps = ({ apps }: { apps: readonly ConnectedApp[] }): VNode => {
  const visit = useOrganisation();
  const { connected: words, settings } = visit.words;
  const all = visit.may('administrator');
  return (
    <Table<ConnectedApp>
      id="apps"
      caption={words.title}
      rows={apps}
      empty={all ? words.none : words.noneOwn}
      columns={[
        {
          head: words.app,
          main: true,
          cell: (app) => (
            <div>
              <a href={`${PATH}/${app.id}`}>
                <AppName app={app} />
              </a>
              {app.status === 'ended' && (
                <div>
                  <span class="state plain">{words.ended}</span>
                </div>
              )}
            </div>
          ),
        },
        { head: words.from, cell: (app) => <Known app={app} /> },
        ...(all ? [{ head: words.connectedBy, cell: (app: ConnectedApp) => app.person_name }] : []),
        { head: settings.boundTo, cell: ({ entity_id }) => <CompanyName id={entity_id} /> },
        { head: words.mayDo, cell: (app) => <May app={app} /> },
        { head: settings.lastUsed, cell: (app) => <Use app={app} /> },
        {
          head: settings.manage,
          cell: (app) =>
            app.status === 'active' && (
              <Send
                act="disconnect"
                text={words.disconnect}
                fields={{ app: app.id }}
                danger
                label={`${words.disconnect}: ${app.name}`}
              />
            ),
        },
      ]}
    />
  );
};

const Use = ({ app }: { app: ConnectedApp }): VNode => {
  const { language, words: all } = useOrganisation();
  const { connected: words, settings } = all;
  const { last_used_at, calls, status, ends_at } = app;
  return (
    <div>
      {last_used_at === null ? settings.notUsed : <Moment value={last_used_at} />}
      <Small>
        {words.calls}: {figure(language, calls)}
      </Small>
      {status === 'active' && (
        <Small>
          {words.ends}: <Day value={ends_at} />
        </Small>
      )}
    </div>
  );
};

const May = ({ app: { scopes, toolsets } }: { app: ConnectedApp }): VNode => {
  const { connected: words, settings } = useOrganisation().words;
  const reading = scopes.filter(isReading).length;
  const writing = scopes.length - reading;
  return (
    <small>
      {scopes.length === 0 && words.nothing}
      {reading > 0 && <div>{words.reads(reading)}</div>}
      {writing > 0 && <div>{words.writes(writing)}</div>}
      {toolsets.length > 0 && (
        <div>
          {settings.toolsets}: {toolsets.join(', ')}
        </div>
      )}
    </small>
  );
};

export const appPage = organisationPage({
  path: `${PATH}/:app`,
  role: 'viewer',
  query: (visit) => appOf(visit, visit.params['app'] ?? ''),
  acts: { change, disconnect },
  view: (app, visit) => ({
    title: app.client_name,
    main: (
      <>
        <AppDetails app={app} own={isOwn(visit, app)} />
        <Go to={PATH} text={visit.words.connected.title} quiet apart />
      </>
    ),
  }),
});
