// The form for a new API key.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { scopeWords } from '../../../../generated/texts/scope.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import { addDays, dayIn } from '../../../base/time/day.ts';
import { ActForm, Field, Select, Tick } from '../../parts/form.tsx';
import { settingsWords } from '../../../../generated/texts/settings.ts';

export const NewKey = (): VNode => {
  const visit = useOrganisation();
  const words = settingsWords(visit.language);
  // Keys end by themselves unless somebody chooses otherwise.
  const usual = addDays(dayIn('UTC', visit.now), SERVICE.windows.key_days);
  return (
    <section class="card">
      <h2>{words.newKey}</h2>
      <ActForm act="make" label={words.newKey}>
        <div class="fields">
          <Field
            name="name"
            label={words.keyName}
            value={visit.url.searchParams.has('first') ? words.firstKey : null}
            required
            maxlength={100}
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
        <p>
          <button>{words.makeKey}</button>
        </p>
      </ActForm>
    </section>
  );
};

/** Chosen scopes, and the sets of tools. */
const Permissions = (): VNode => {
  const visit = useOrganisation();
  const words = settingsWords(visit.language);
  return (
    <>
      <details>
        <summary>{words.chosen}</summary>
        {Object.entries(scopeWords(visit.language)).map(([scope, text]) => (
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
