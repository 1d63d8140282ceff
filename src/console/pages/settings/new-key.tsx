// The form for a new API key.
import type { VNode } from 'preact';
import { SCOPES } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import { addDays, dayIn } from '../../../base/time/day.ts';
import { ActForm, Field, Select, Tick } from '../../parts/form.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { settingsWords } from '../../../../generated/texts/settings.ts';

export const NewKey = ({ visit }: { visit: OrganisationVisit }): VNode => {
  const words = settingsWords(visit.language);
  // Keys end by themselves unless somebody chooses otherwise.
  const usual = addDays(dayIn('UTC', visit.now), SERVICE.windows.key_days);
  return (
    <section class="card">
      <h2>{words.newKey}</h2>
      <ActForm visit={visit} act="make" label={words.newKey}>
        <div class="fields">
          <Field
            visit={visit}
            name="name"
            label={words.keyName}
            value={visit.url.searchParams.has('first') ? words.firstKey : null}
            required
            maxlength={100}
          />
          <Select
            visit={visit}
            name="entity"
            label={words.boundTo}
            any={words.allOfThem}
            value={visit.companies.length === 1 ? (visit.companies[0]?.id ?? '') : ''}
            choices={visit.companies.map(({ id, name }) => ({ value: id, text: name }))}
          />
          <Select
            visit={visit}
            name="level"
            label={words.scopes}
            value="all"
            choices={[
              { value: 'all', text: words.everything },
              { value: 'read', text: words.readOnly },
              { value: 'chosen', text: words.chosen },
            ]}
          />
          <Field visit={visit} name="expires" type="date" label={words.expires} value={usual} />
          <Tick visit={visit} name="never" label={words.never} hint={words.neverHint} />
        </div>
        <Permissions visit={visit} />
        <p>
          <button>{words.makeKey}</button>
        </p>
      </ActForm>
    </section>
  );
};

/** Chosen scopes, and the sets of tools. */
const Permissions = ({ visit }: { visit: OrganisationVisit }): VNode => {
  const words = settingsWords(visit.language);
  return (
    <>
      <details>
        <summary>{words.chosen}</summary>
        {Object.entries(SCOPES).map(([scope, text]) => (
          <Tick
            visit={visit}
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
            visit={visit}
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
