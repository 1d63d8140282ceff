// What a person sees of a program before they connect it: who it says it is, where the answer goes, and what it may do.
import type { VNode } from 'preact';
import type { Scope } from '../../../../generated/scopes.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import { verifiedHost } from '../../../domain/parties/oauth/client.ts';
import { isLoopbackRedirect, redirectHost } from '../../../domain/parties/oauth/clients/redirect.ts';
import { roleAllows } from '../../../domain/parties/oauth/role-scopes.ts';
import { useOrganisation } from '../../context.ts';
import { ActForm, Select, Send } from '../../parts/form.tsx';
import { Facts, Head } from '../../parts/show.tsx';
import type { Wanted } from './consent.tsx';
import { filingOf, ScopeTicks, ToolsetTicks } from './reach.tsx';

export const Consent = ({ request, client }: Wanted): VNode => {
  const visit = useOrganisation();
  const { connect: words, settings } = visit.words;
  const verified = verifiedHost(client);
  const typed = client.kind === 'typed' ? words.typed : words.hostNone;
  return (
    <>
      <Head title={words.title(client.name)} note={words.note(client.name)} />
      <p class="notice">{words.never}</p>
      {isLoopbackRedirect(request.redirect_uri) && <p class="warning mild">{words.onlyLoopback}</p>}
      <Facts
        rows={[
          [words.claimed, client.name],
          [words.host, verified ?? typed],
          [words.sentTo, <strong>{redirectHost(request.redirect_uri)}</strong>],
          [words.organization, visit.organisation.name],
          [words.filing, filingOf(visit, visit.companies)],
          [words.limits, words.limitsText],
        ]}
      />
      <Organisations />
      <ActForm act="allow" label={words.allow}>
        <div class="fields">
          <Select
            name="entity"
            label={settings.boundTo}
            any={settings.allOfThem}
            choices={visit.companies.map(({ id, name }) => ({ value: id, text: name }))}
          />
        </div>
        <Scopes asked={request.scopes} />
        <ToolsetTicks offered={TOOLSET_NAMES} isTicked={() => false} />
        <p class="quiet">{words.proof}</p>
        <p>
          <button>{words.allow}</button>
        </p>
        <p class="quiet">{words.later}</p>
      </ActForm>
      <Send act="deny" text={words.deny} quiet />
    </>
  );
};

interface ElsewhereProps {
  readonly name: string;
  readonly home: { readonly organisation_id: string; readonly organisation_name: string } | undefined;
}

/** The program serves another organisation of the person; there they are asked. */
export const Elsewhere = ({ name, home }: ElsewhereProps): VNode => {
  const { connect, connected: words } = useOrganisation().words;
  if (home === undefined) return <Head title={connect.refused} note={connect.otherOrganization} />;
  const { organisation_id, organisation_name } = home;
  return (
    <>
      <Head title={connect.title(name)} note={words.wrongOrganization(name, organisation_name)} />
      <div class="buttons">
        <Send
          act="organisation"
          text={words.goThere(organisation_name)}
          fields={{ organisation: organisation_id }}
        />
        <Send act="deny" text={connect.deny} quiet />
      </div>
    </>
  );
};

const Organisations = (): VNode | null => {
  const { signedIn, organisation, words } = useOrganisation();
  if (signedIn.memberships.length < 2) return null;
  return (
    <ActForm act="organisation" label={words.connect.organization}>
      <div class="fields">
        <Select
          name="organisation"
          label={words.connect.organization}
          value={organisation.id}
          required
          choices={signedIn.memberships.map(({ organisation_id, organisation_name }) => ({
            value: organisation_id,
            text: organisation_name,
          }))}
        />
      </div>
      <p>
        <button class="quiet">{words.connect.switch}</button>
      </p>
    </ActForm>
  );
};

/** By noun; what the role of the person does not allow is named, not offered. */
const Scopes = ({ asked }: { asked: readonly Scope[] }): VNode => {
  const { role, problem, words } = useOrganisation();
  const { connect } = words;
  const offered = asked.filter((scope) => roleAllows(role, scope));
  const beyond = asked.filter((scope) => !roleAllows(role, scope));
  const fault = problem?.fields?.['scope'];
  return (
    <>
      <h2>{connect.mayDo}</h2>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <ScopeTicks offered={offered} isTicked={() => true} />
      {beyond.length > 0 && <p class="quiet">{connect.notYours(beyond.join(', '))}</p>}
    </>
  );
};
