// One company: its data, its certificates, and the days up to which its books are closed.
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { parseDay } from '../../../base/time/day.ts';
import { addCertificate } from '../../../domain/parties/certificates/add.ts';
import { type CertificateRecord, listCertificates } from '../../../domain/parties/certificates/store.ts';
import type { WriteScope } from '../../../domain/ground/change/scope.ts';
import { findEntity } from '../../../domain/ground/entities/store.ts';
import { updateEntity } from '../../../domain/ground/entities/update.ts';
import { closePeriod, reopenPeriod } from '../../../domain/ground/periods/close.ts';
import type { Form } from '../../form.ts';
import { countryName, day } from '../../format.ts';
import { type Act, organisationPage } from '../../page.ts';
import { ActForm, Field, Upload, Press, ActFold } from '../../parts/form.tsx';
import { Day, Head, State, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { DetailFields, readDetails } from './details.tsx';
import { readRules, RuleFields } from './company-rules.tsx';

const companyOf = (visit: OrganisationVisit): Promise<Entity | undefined> =>
  findEntity(visit.reads.db, visit.organisation.id, visit.params['entity'] ?? '');

/** Acts on the company of the page. */
const onCompany = (
  strong: boolean,
  run: (visit: OrganisationVisit, entity: Entity, form: Form) => Promise<string>,
): Act<OrganisationVisit> => ({
  role: 'administrator',
  strong,
  run: async (visit, form) => {
    const entity = await companyOf(visit);
    if (entity === undefined) throw new FormProblem({ name: visit.words.common.notFound });
    return { say: await run(visit, entity, form) };
  },
});

/** What a company says of itself decides what is filed in its name. */
const save = onCompany(true, async (visit, entity, form) => {
  const { settings: words } = visit.words;
  const patch = {
    ...patchOf(form),
    details: {
      ...readDetails(form),
      ...readRules(visit, form),
    },
  };
  const act = visit.act('entity update', { id: entity.id, ...patch });
  const { warnings } = await visit.parts.books.transaction((open) =>
    updateEntity(open, entity.id, patch, act),
  );
  return warnings.length === 0 ? words.saved : words.savedWith(warnings.join(' '));
});

const patchOf = (form: Form) => {
  const [name, tax_id, postal_code, time_zone] = ['name', 'tax_id', 'postal_code', 'time_zone'].map((field) =>
    form.optional(field),
  );
  return {
    ...(name === undefined ? {} : { name }),
    ...(tax_id === undefined ? {} : { tax_id }),
    ...(postal_code === undefined ? {} : { postal_code }),
    ...(time_zone === undefined ? {} : { time_zone }),
  };
};

const certify = onCompany(true, async (visit, entity, form) => {
  const [certificate, key] = [form.file('cer'), form.file('key')];
  const { common, settings: words } = visit.words;
  if (certificate === undefined) throw new FormProblem({ cer: common.required(words.cer) });
  if (key === undefined) throw new FormProblem({ key: common.required(words.key) });
  const files = { certificate: certificate.bytes, key: key.bytes, passphrase: form.text('passphrase') };
  await visit.changeCompany(entity, 'certificate add', { entity: entity.id }, (ctx: WriteScope) =>
    addCertificate(ctx, visit.parts.secrets, files),
  );
  return words.certificateAdded;
});

const period = (action: 'close' | 'reopen'): Act<OrganisationVisit> =>
  onCompany(true, async (visit, entity, form) => {
    const { settings: words } = visit.words;
    const bound = parseDay(form.text('day'));
    if (bound === undefined) throw new FormProblem({ day: visit.words.common.required(words.through) });
    const act = visit.act(`entity ${action}`, { id: entity.id, bound });
    const work = action === 'close' ? closePeriod : reopenPeriod;
    await visit.parts.books.transaction((open) => work(open, entity.id, bound, act));
    return action === 'close' ? words.closed : words.reopened;
  });

export const companySettings = organisationPage({
  path: '/settings/companies/:entity',
  role: 'viewer',
  query: async (visit) => {
    const entity = await companyOf(visit);
    if (entity === undefined) return undefined;
    return { entity, certificates: await listCertificates(visit.reads.db, [entity.id]) };
  },
  acts: { save, certify, close: period('close'), reopen: period('reopen') },
  view: ({ entity, certificates }, visit) => ({
    title: entity.name,
    main: (
      <>
        <Head title={entity.name} note={countryName(visit.language, entity.country_code)} />
        <Data entity={entity} />
        {COUNTRIES[entity.country_code].filing_model === 'clearance' && (
          <Certificates entity={entity} certificates={certificates} />
        )}
        <Periods entity={entity} />
      </>
    ),
  }),
});

interface Shown {
  readonly entity: Entity;
}

const Data = ({ entity }: Shown): VNode => {
  const visit = useOrganisation();
  const { settings: words, common } = visit.words;
  return (
    <ActForm act="save" label={words.identity}>
      <fieldset disabled={!visit.may('administrator')}>
        <legend>{words.identity}</legend>
        <div class="fields">
          <Field
            name="name"
            label={common.name}
            value={entity.name}
            required
            maxlength={CHARACTERS.name}
            wide
          />
          <Field name="tax_id" label={words.taxId} value={entity.tax_id} maxlength={CHARACTERS.tax_id} />
          <Field
            name="postal_code"
            label={words.postalCode}
            value={entity.postal_code}
            maxlength={CHARACTERS.postal_code}
          />
          <Field
            name="time_zone"
            label={words.timeZone}
            value={entity.time_zone}
            maxlength={CHARACTERS.time_zone}
          />
          <DetailFields country={entity.country_code} details={entity.details} />
          <RuleFields entity={entity} />
        </div>
        {visit.may('administrator') && <Press text={common.save} />}
      </fieldset>
    </ActForm>
  );
};

const Certificates = ({ certificates }: Shown & { certificates: readonly CertificateRecord[] }): VNode => {
  const visit = useOrganisation();
  const { settings: words } = visit.words;
  return (
    <Section title={words.certificates}>
      <Table<CertificateRecord>
        caption={words.certificates}
        rows={certificates}
        empty={words.noCertificates}
        columns={[
          { head: words.serial, main: true, cell: ({ serial }) => serial },
          { head: 'RFC', cell: ({ rfc }) => rfc },
          { head: words.validTo, cell: ({ valid_to }) => <Day value={valid_to} /> },
          {
            head: visit.words.common.status,
            cell: ({ sandbox, valid_to }) =>
              sandbox ? (
                words.sandboxOnly
              ) : (
                <State value={new Date(valid_to) > visit.now ? 'active' : 'expired'} />
              ),
          },
        ]}
      />
      {visit.may('administrator') && (
        <ActFold title={words.addCertificate} act="certify" upload card>
          <div class="fields">
            <Upload name="cer" label={words.cer} accept=".cer" />
            <Upload name="key" label={words.key} accept=".key" />
            <Field name="passphrase" type="password" label={words.passphrase} required />
          </div>
          <button>{words.addCertificate}</button>
        </ActFold>
      )}
    </Section>
  );
};

const Periods = ({ entity }: Shown): VNode => {
  const visit = useOrganisation();
  const { settings: words } = visit.words;
  const { closed_through } = entity;
  return (
    <Section title={words.period} card>
      <p>
        {closed_through === null
          ? words.notClosed
          : `${words.closedThrough} ${day(visit.language, closed_through)}`}
      </p>
      {visit.may('administrator') && (
        <div class="columns">
          <ActForm act="close" label={words.close}>
            <Field name="day" id="close-day" type="date" label={words.through} required />
            <Press text={words.close} quiet />
          </ActForm>
          {closed_through !== null && (
            <ActForm act="reopen" label={words.reopen}>
              <Field name="day" id="reopen-day" type="date" label={words.fromDay} required />
              <Press text={words.reopen} quiet />
            </ActForm>
          )}
        </div>
      )}
    </Section>
  );
};
