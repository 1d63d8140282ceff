// What a person sees of a program before they connect it: who it says it is, where the answer goes, and what it may do.
import type { VNode } from 'preact';
import type { Scope } from '../../../../generated/scopes.ts';
import { scopeWords } from '../../../../generated/texts/scope.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import { isLoopbackHost } from '../../../base/net/origin.ts';
import { verifiedHost } from '../../../domain/parties/oauth/client.ts';
import { redirectHost } from '../../../domain/parties/oauth/clients/redirect.ts';
import { roleAllows } from '../../../domain/parties/oauth/role-scopes.ts';
import { useOrganisation } from '../../context.ts';
import { ActForm, Select, Send, Tick } from '../../parts/form.tsx';
import { isSandbox } from '../../parts/frame.tsx';
import { Facts, Head } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import type { Wanted } from './consent.tsx';

export const Consent = ({ request, client }: Wanted): VNode => {
  const visit = useOrganisation();
  const { connect: words, settings } = visit.words;
  const { hostname } = new URL(request.redirect_uri);
  const verified = verifiedHost(client);
  const typed = client.kind === 'typed' ? words.typed : words.hostNone;
  return (
    <>
      <Head title={words.title(client.name)} note={words.note(client.name)} />
      <p class="notice">{words.never}</p>
      {isLoopbackHost(hostname) && <p class="warning mild">{words.onlyLoopback}</p>}
      <Facts
        rows={[
          [words.claimed, client.name],
          [words.host, verified ?? typed],
          [words.sentTo, <strong>{redirectHost(request.redirect_uri)}</strong>],
          [words.organization, visit.organisation.name],
          [words.filing, filingOf(visit)],
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
        <fieldset>
          <legend>{settings.toolsets}</legend>
          {TOOLSET_NAMES.map((set) => (
            <Tick
              name="toolset"
              value={set}
              label={
                <>
                  <code>{set}</code> {settings.toolsetSays[set]}
                </>
              }
            />
          ))}
        </fieldset>
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

/** Whether what a person approves later reaches the authority or the network. */
const filingOf = ({ parts, companies, words: { connect: words } }: OrganisationVisit): string => {
  const sandbox = companies.filter((company) => isSandbox(parts, company)).length;
  if (companies.length === 0) return isSandbox(parts, undefined) ? words.sandbox : words.live;
  return sandbox === 0 ? words.live : sandbox === companies.length ? words.sandbox : words.both;
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

type Noun = keyof OrganisationVisit['words']['connect']['noun'];

const NOUNS: readonly (readonly [Noun, RegExp])[] = [
  ['counterparties', /^counterparties:/],
  ['invoices', /^invoice/],
  ['bills', /^bill/],
  ['tasks', /^tasks:/],
  ['bank', /^bank_/],
  ['ledger', /^(ledger_accounts|exports):/],
  ['organization', /^(api_keys|webhooks|portfolio):/],
];

/** By noun; what the role of the person does not allow is named, not offered. */
const Scopes = ({ asked }: { asked: readonly Scope[] }): VNode => {
  const { language, role, problem, words } = useOrganisation();
  const { connect } = words;
  const texts = scopeWords(language);
  const offered = asked.filter((scope) => roleAllows(role, scope));
  const beyond = asked.filter((scope) => !roleAllows(role, scope));
  const fault = problem?.fields?.['scope'];
  return (
    <>
      <h2>{connect.mayDo}</h2>
      {fault !== undefined && <p class="fault">{fault}</p>}
      {NOUNS.map(([noun, of]) => {
        const scopes = offered.filter((scope) => of.test(scope));
        return (
          scopes.length > 0 && (
            <fieldset>
              <legend>{connect.noun[noun]}</legend>
              {scopes.map((scope) => (
                <Tick
                  name="scope"
                  value={scope}
                  checked
                  label={
                    <>
                      {texts[scope]} <code>{scope}</code>
                    </>
                  }
                />
              ))}
            </fieldset>
          )
        );
      })}
      {beyond.length > 0 && <p class="quiet">{connect.notYours(beyond.join(', '))}</p>}
    </>
  );
};
