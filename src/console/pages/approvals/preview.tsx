// All that would be filed and sent, the same layout for every kind: it is made from the record that is hashed and
// compared, so what is not here is not filed.
import { useVisit } from '../../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { PreviewParty } from '../../../../generated/types.ts';
import { countryName, fileSize, figure } from '../../format.ts';
import { Facts, Section } from '../../parts/show.tsx';
import { companyHref } from '../../visit.ts';
import { codeText, nameOf } from './field-words.ts';
import { Lines, Payment } from './preview-lines.tsx';
import { isEmpty, type Part, rowsOf, type ShownPreview, Sum, taxText, Value } from './preview-parts.tsx';

const Address = ({ party }: { party: PreviewParty }): VNode => {
  const visit = useVisit();
  return (
    <>
      {[
        party.street,
        [party.postal_code, party.city].filter((part) => !isEmpty(part)).join(' '),
        `${countryName(visit.language, party.country_code)} (${party.country_code})`,
      ]
        .filter((part) => !isEmpty(part))
        .map((part) => (
          <div>{part}</div>
        ))}
    </>
  );
};

const CONTACT = ['contact_name', 'contact_email', 'contact_phone'] as const;

const Party = ({ role, party }: { role: string; party: PreviewParty }): VNode => {
  const visit = useVisit();
  const { name, filed_name, id, street: _street, city: _city, postal_code: _code, ...others } = party;
  return (
    <Section title={role} card>
      <p>
        <strong>{name}</strong>
        {filed_name !== name && (
          <div>
            <small>{nameOf(visit.language, 'filed_name')}</small> {filed_name}
          </div>
        )}
      </p>
      <Facts
        rows={[
          ...rowsOf(visit, others, '', { skip: ['country_code', ...CONTACT] }),
          [nameOf(visit.language, 'address'), <Address party={party} />],
          ...rowsOf(
            visit,
            { contact: CONTACT.map((field) => party[field]).filter((text) => !isEmpty(text)) },
            '',
          ),
          [
            nameOf(visit.language, 'record_id'),
            <small>
              <code>{id}</code>
            </small>,
          ],
        ]}
      />
    </Section>
  );
};

/** Zero says nothing there. */
const TAKEN = ['discount_total', 'allowance_total', 'withheld_total', 'prepaid_amount'];
const ONLY_WHERE_SOMETHING = ['charge_total', ...TAKEN];

const Totals = ({ preview }: Part): VNode => {
  const visit = useVisit();
  const { totals, terms, record_type } = preview;
  const { currency, taxes, total, ...sums } = totals;
  const { document: own } = visit.words;
  const row = (name: ComponentChildren, value: number, strong = false): VNode => (
    <tr class={strong ? 'strong' : undefined}>
      <th scope="row">{name}</th>
      <td class="figure">
        <Sum value={value} currency={currency} />
      </td>
    </tr>
  );
  const shown = Object.entries(sums).filter(
    ([name, value]) => value !== 0 || !ONLY_WHERE_SOMETHING.includes(name),
  );
  const sign = record_type === 'invoice_credit_note' ? -1 : 1;
  return (
    <table class="totals">
      <caption class="unseen">{nameOf(visit.language, 'totals')}</caption>
      <tbody>
        {shown.map(([name, value]) => (
          <>
            {name === 'allowance_total' &&
              terms.allowances.map((each) =>
                row(<Allowed each={each} what={own.allowance} currency={currency} />, -each.amount),
              )}
            {name === 'charge_total' &&
              terms.charges.map((each) =>
                row(<Allowed each={each} what={own.charge} currency={currency} />, each.amount),
              )}
            {name === 'tax_total' &&
              taxes.map((tax) =>
                row(
                  <>
                    {taxText(visit, tax)}{' '}
                    {tax.base !== null && (
                      <small>
                        {nameOf(visit.language, 'base')} <Sum value={tax.base} currency={currency} />
                      </small>
                    )}{' '}
                    <small>{[tax.reason_code, tax.reason].filter((text) => text !== null).join(' ')}</small>
                  </>,
                  (tax.withheld ? -1 : 1) * (tax.amount ?? 0),
                ),
              )}
            {row(nameOf(visit.language, name), TAKEN.includes(name) ? -value : value)}
          </>
        ))}
        {row(nameOf(visit.language, 'total'), sign * total, true)}
      </tbody>
    </table>
  );
};

const Allowed = ({
  each: { reason, percent, base, tax_category, tax_rate },
  what,
  currency,
}: {
  each: ShownPreview['terms']['allowances'][number];
  what: string;
  currency: string;
}): VNode => {
  const visit = useVisit();
  return (
    <>
      {what}: {reason} {percent !== null && `${figure(visit.language, percent)} %`}{' '}
      <small>
        {base !== null && (
          <>
            {nameOf(visit.language, 'base')} <Sum value={base} currency={currency} />{' '}
          </>
        )}
        {nameOf(visit.language, 'tax_category')} {tax_category} {figure(visit.language, tax_rate)} %
      </small>
    </>
  );
};

/** Where it goes, and to whom: what cannot be taken back. */
const Way = ({ preview }: Part): VNode => {
  const visit = useVisit();
  const { approval: own } = visit.words;
  const { channel, format, recipients, receiver, credit_reason } = preview;
  const name = (key: string): string => nameOf(visit.language, key);
  return (
    <Facts
      rows={[
        [name('channel'), codeText(visit.language, 'channel', channel)],
        [name('format'), codeText(visit.language, 'format', format)],
        [
          name('recipients'),
          recipients.length === 0 ? own.nobody : recipients.map((address) => <div>{address}</div>),
        ],
        [name('receiver'), receiver],
        [
          name('credit_reason'),
          credit_reason === null ? null : codeText(visit.language, 'credit_reason', credit_reason),
        ],
      ]}
    />
  );
};

const Attachments = ({ preview: { attachments, record_type, record_id, seller } }: Part): VNode => {
  const visit = useVisit();
  return (
    <>
      {attachments.map(({ name, size, mime_type, description, sha256 }, at) => (
        <div>
          {record_type === 'invoice' ? (
            <a href={companyHref(seller.id, `/invoices/${record_id}/attachments/${at + 1}`)}>{name}</a>
          ) : (
            name
          )}{' '}
          <small>{`${fileSize(visit.language, size)}, ${mime_type}`}</small> {description}
          <div>
            <small class="code">{sha256}</small>
          </div>
        </div>
      ))}
    </>
  );
};

export const PreviewView = ({ preview }: Part): VNode => {
  const visit = useVisit();
  const { approval: own } = visit.words;
  const { terms, references, relations, attachments, payee_account, fixed_at_approval, derived } = preview;
  const { currency } = preview.totals;
  const name = (key: string): string => nameOf(visit.language, key);
  const { allowances: _allowances, charges: _charges, prepaid_amount: _prepaid, ...otherTerms } = terms;
  return (
    <>
      <Way preview={preview} />
      <div class="parties">
        <Party role={name('buyer')} party={preview.buyer} />
        <Party role={name('seller')} party={preview.seller} />
      </div>
      <Section title={own.terms}>
        <Facts
          rows={[
            ...(payee_account === null
              ? []
              : ([
                  [
                    name('payee_account'),
                    <Value name="payee_account" value={payee_account} currency={currency} />,
                  ],
                ] as const)),
            ...rowsOf(visit, otherTerms, currency),
            ...rowsOf(visit, references, currency),
            ...rowsOf(visit, { relations }, currency),
            ...rowsOf(visit, preview.country_details, currency, { derived }),
            [name('title'), preview.title],
            [name('notes'), preview.notes],
            ...(attachments.length === 0
              ? []
              : ([[name('attachments'), <Attachments preview={preview} />]] as const)),
          ]}
        />
      </Section>
      <Lines preview={preview} />
      <Payment preview={preview} />
      <Totals preview={preview} />
      {fixed_at_approval !== undefined && (
        <Section title={name('fixed_at_approval')}>
          <p class="quiet">{own.fixedNote}</p>
          <Facts
            rows={[
              ...rowsOf(visit, fixed_at_approval, fixed_at_approval.home_currency ?? currency),
              ...rowsOf(visit, { given: preview.given }, currency),
            ]}
          />
        </Section>
      )}
    </>
  );
};
