// One connected app: where it comes from, what it does, and the ticks of what it may do.
import type { VNode } from 'preact';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import type { ConnectedApp } from '../../../domain/parties/oauth/apps/app.ts';
import { SCOPE_NAMES, roleAllows } from '../../../domain/parties/oauth/role-scopes.ts';
import { useOrganisation } from '../../context.ts';
import { day, figure } from '../../format.ts';
import { ActForm, Select, Send } from '../../parts/form.tsx';
import { Facts, Head, Moment, Section, stateText } from '../../parts/show.tsx';
import { filingOf, ScopeTicks, ToolsetTicks } from '../connect/reach.tsx';

interface Props {
  readonly app: ConnectedApp;
}

/** As it calls itself, with whose it is where the page does not say it. */
export const AppName = ({ app: { client_name, name } }: Props): VNode => (
  <>{client_name === '' ? name : client_name}</>
);

export const CompanyName = ({ id }: { id: string | null }): VNode => {
  const { companies, words } = useOrganisation();
  const name = companies.find((company) => company.id === id)?.name ?? id;
  return <>{id === null ? words.settings.allOfThem : name}</>;
};

const SHOWN_HOSTS = 3;

/** The host, and how far it can be believed. */
export const Known = ({ app: { known, hosts } }: Props): VNode => {
  const { connected: words } = useOrganisation().words;
  return (
    <div>
      {hosts.slice(0, SHOWN_HOSTS).map((host) => (
        <div class="address">{host}</div>
      ))}
      {hosts.length > SHOWN_HOSTS && <div>…</div>}
      <span class={`state ${known === 'document' ? 'good' : 'plain'}`}>{words.known[known]}</span>
    </div>
  );
};

export const AppDetails = ({ app, own }: Props & { readonly own: boolean }): VNode => {
  const visit = useOrganisation();
  const { connected: words, settings, connect } = visit.words;
  const { id, client_name, status, entity_id, role, withheld, person_name } = app;
  const isActive = status === 'active';
  const reached = visit.companies.filter((company) => entity_id === null || company.id === entity_id);
  return (
    <>
      <Head title={client_name} note={app.name}>
        <span class={`state ${isActive ? 'good' : 'plain'}`}>{isActive ? words.active : words.ended}</span>
      </Head>
      {!isActive && <p class="notice">{words.endedNote}</p>}
      <Facts
        rows={[
          [words.from, <Known app={app} />],
          [words.connectedBy, <WhoConnected app={app} />],
          [words.connectedOn, <Moment value={app.created_at} />],
          [settings.boundTo, <CompanyName id={entity_id} />],
          [connect.filing, filingOf(visit, reached)],
          [words.calls, figure(visit.language, app.calls)],
          [
            settings.lastUsed,
            app.last_used_at === null ? settings.notUsed : <Moment value={app.last_used_at} />,
          ],
          [
            words.ends,
            isActive && app.ends_at !== null
              ? words.endsNote(day(visit.language, app.ends_at.slice(0, 10)))
              : null,
          ],
          [words.endedOn, app.ended_at === null ? null : <Moment value={app.ended_at} />],
        ]}
      />
      <p class="quiet">{words.knownSays[app.known]}</p>
      {isActive && role !== null && withheld.length > 0 && (
        <p class="warning mild">
          {words.withheld(person_name, stateText(visit.language, role), withheld.join(', '))}
        </p>
      )}
      {isActive && (
        <>
          <p>{words.help}</p>
          <div class="buttons">
            <Send act="disconnect" text={words.disconnect} fields={{ app: id }} danger />
            {visit.may('accountant') && <a href={`/settings/audit?key=${id}`}>{words.whatItDid}</a>}
          </div>
          <Reach app={app} own={own} />
        </>
      )}
    </>
  );
};

const WhoConnected = ({ app: { person_name, person_email, role } }: Props): VNode => {
  const { language } = useOrganisation();
  return (
    <>
      {person_name}{' '}
      <small>
        {person_email}
        {role !== null && `, ${stateText(language, role)}`}
      </small>
    </>
  );
};

/** The person ticks what their role allows; an administrator what somebody else's app has already. */
const Reach = ({ app, own }: Props & { readonly own: boolean }): VNode => {
  const { companies, problem, words: all } = useOrganisation();
  const { connected: words, settings } = all;
  const { role, scopes, toolsets, entity_id } = app;
  const offered = own ? SCOPE_NAMES.filter((scope) => role !== null && roleAllows(role, scope)) : scopes;
  const fault = problem?.fields?.['scope'];
  const choices = companies
    .filter(({ id }) => own || entity_id === null || id === entity_id)
    .map(({ id, name }) => ({ value: id, text: name }));
  // One that is not active any more is kept unless another is chosen.
  const isListed = entity_id === null || choices.some(({ value }) => value === entity_id);
  return (
    <Section title={words.change} card>
      <p class="quiet">{own ? words.changeNote : words.narrowNote(app.person_name)}</p>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <ActForm act="change" label={words.change}>
        <div class="fields">
          <Select
            name="entity"
            label={settings.boundTo}
            value={entity_id ?? ''}
            any={own || entity_id === null ? settings.allOfThem : undefined}
            choices={isListed ? choices : [{ value: entity_id, text: entity_id }, ...choices]}
          />
        </div>
        <ScopeTicks offered={offered} isTicked={(scope) => scopes.includes(scope)} />
        {(own || toolsets.length > 0) && (
          <ToolsetTicks
            offered={TOOLSET_NAMES.filter((set) => own || toolsets.includes(set))}
            isTicked={(set) => toolsets.includes(set)}
          />
        )}
        <p>
          <button>{all.common.save}</button>
        </p>
      </ActForm>
    </Section>
  );
};
