// All that would be filed and sent, the same layout for every kind: it is made from the record that is hashed and
// compared, so what is not here is not filed.
import type { ComponentChildren, VNode } from 'preact';
import type {
  FilingPreview,
  PreviewLine,
  PreviewPaidDocument,
  PreviewParty,
  PreviewTax,
} from '../../../../generated/types.ts';
import { fileSize, figure } from '../../format.ts';
import { Day, Facts, Table } from '../../parts/show.tsx';
import { companyHref, type Visit } from '../../visit.ts';
import { commonWords } from '../../words.ts';
import { Derived } from '../documents/content.tsx';
import { documentWords } from '../documents/words.ts';
import { codeText, exactSum, isDay, nameOf, valueText } from './field-words.ts';
import { approvalWords } from './words.ts';

/** As it is now, with what is decided when it is filed; of an earlier request without that. */
export type ShownPreview = Omit<FilingPreview, 'risk_flags' | 'checks' | 'fixed_at_approval'> &
  Partial<Pick<FilingPreview, 'fixed_at_approval'>>;

interface Part {
  readonly visit: Visit;
  readonly preview: ShownPreview;
}

type Row = readonly [string, ComponentChildren];
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.values(value).every(isEmpty));

/** A figure as people read it, with what the file says for whoever compares. */
const Sum = ({ visit, value, currency }: { visit: Visit; value: number; currency: string }): VNode => (
  <data class={value < 0 ? 'money negative' : 'money'} value={String(value)}>
    {exactSum(visit.language, value, currency)}
    <abbr>{currency}</abbr>
  </data>
);

const Value = ({
  visit,
  name,
  value,
  currency,
}: {
  visit: Visit;
  name: string;
  value: unknown;
  currency: string;
}): VNode => {
  if (isDay(name, value)) return <Day visit={visit} value={value} />;
  if (Array.isArray(value))
    return (
      <>
        {value.map((item: unknown) => (
          <div>
            <Value visit={visit} name={name} value={item} currency={currency} />
          </div>
        ))}
      </>
    );
  if (isFields(value))
    return (
      <>
        {Object.entries(value)
          .filter(([, inner]) => !isEmpty(inner))
          .map(([key, inner]) => (
            <div>
              <small>{nameOf(visit.language, key)}</small>{' '}
              <Value visit={visit} name={key} value={inner} currency={currency} />
            </div>
          ))}
      </>
    );
  const text = valueText(visit.language, name, value, currency);
  return typeof value === 'number' ? <data value={String(value)}>{text}</data> : <>{text}</>;
};

/** Every field that says something, under its name. */
const rowsOf = (
  visit: Visit,
  fields: object,
  currency: string,
  {
    skip = [],
    derived,
  }: { readonly skip?: readonly string[]; readonly derived?: ShownPreview['derived'] } = {},
): Row[] =>
  Object.entries(fields)
    .filter(([name, value]) => !skip.includes(name) && !isEmpty(value))
    .map(([name, value]): Row => [
      nameOf(visit.language, name),
      <Derived visit={visit} of={derived ?? []} path={`country_details.${name}`}>
        <Value visit={visit} name={name} value={value} currency={currency} />
      </Derived>,
    ]);

const Address = ({ visit, party }: { visit: Visit; party: PreviewParty }): VNode => (
  <>
    {[
      party.street,
      [party.postal_code, party.city].filter((part) => !isEmpty(part)).join(' '),
      `${new Intl.DisplayNames([visit.language], { type: 'region' }).of(party.country_code)} (${party.country_code})`,
    ]
      .filter((part) => !isEmpty(part))
      .map((part) => (
        <div>{part}</div>
      ))}
  </>
);

const CONTACT = ['contact_name', 'contact_email', 'contact_phone'] as const;

const Party = ({ visit, role, party }: { visit: Visit; role: string; party: PreviewParty }): VNode => {
  const { name, filed_name, id, street: _street, city: _city, postal_code: _code, ...others } = party;
  return (
    <section class="card">
      <h2>{role}</h2>
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
          [nameOf(visit.language, 'address'), <Address visit={visit} party={party} />],
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
    </section>
  );
};

const taxText = (visit: Visit, { tax, category, factor, rate, withheld }: PreviewTax): string => {
  const words = documentWords(visit.language);
  const size =
    factor === 'exempt'
      ? words.exempt
      : rate === null
        ? ''
        : `${figure(visit.language, rate)}${factor === 'quota' ? '' : ' %'}`;
  return `${tax} ${size} (${category})${withheld ? `, ${words.retained}` : ''}`.replaceAll('  ', ' ');
};

const Tax = ({ visit, tax, currency }: { visit: Visit; tax: PreviewTax; currency: string }): VNode => (
  <div>
    {taxText(visit, tax)}
    {tax.amount !== null && (
      <>
        {' '}
        <Sum visit={visit} value={tax.withheld ? -tax.amount : tax.amount} currency={currency} />
      </>
    )}
    {tax.base !== null && (
      <>
        {' '}
        <small>
          {nameOf(visit.language, 'base')} <Sum visit={visit} value={tax.base} currency={currency} />
        </small>
      </>
    )}
    {[tax.reason_code, tax.reason]
      .filter((text) => text !== null)
      .map((text) => (
        <div>
          <small>{text}</small>
        </div>
      ))}
  </div>
);

const Codes = ({ visit, line, preview }: Part & { line: PreviewLine }): VNode => {
  const { country_details, product_number, customs_number, property_account, period, invoice_line } = line;
  const { currency } = preview.totals;
  const said = { invoice_line, product_number, customs_number, property_account, period };
  return (
    <small>
      {Object.entries(country_details)
        .filter(([, value]) => !isEmpty(value))
        .map(([name, value]) => (
          <div>
            {nameOf(visit.language, name)}{' '}
            <Derived
              visit={visit}
              of={preview.derived}
              path={`line_items[${line.position - 1}].country_details.${name}`}
            >
              <code>{String(value)}</code>
            </Derived>
          </div>
        ))}
      {rowsOf(visit, said, currency).map(([name, value]) => (
        <div>
          {name} {value}
        </div>
      ))}
    </small>
  );
};

const Lines = ({ visit, preview }: Part): VNode | null => {
  const own = documentWords(visit.language);
  const words = commonWords(visit.language);
  const { lines, totals } = preview;
  const { currency } = totals;
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{own.lines}</h2>
      <Table<PreviewLine>
        caption={own.lines}
        rows={lines}
        columns={[
          {
            head: words.description,
            main: true,
            cell: (line) => (
              <>
                {line.description} <Codes visit={visit} line={line} preview={preview} />
              </>
            ),
          },
          {
            head: words.quantity,
            figure: true,
            cell: ({ quantity, unit_code }) => (
              <>
                <data value={String(quantity)}>{figure(visit.language, quantity)}</data>{' '}
                <small>{unit_code}</small>
              </>
            ),
          },
          {
            head: words.price,
            figure: true,
            cell: ({ unit_price }) => <Sum visit={visit} value={unit_price} currency={currency} />,
          },
          {
            head: own.discount,
            figure: true,
            cell: (line) => <LineDiscount visit={visit} line={line} currency={currency} />,
          },
          {
            head: own.taxes,
            cell: ({ taxes, tax_rate, tax_amount }) =>
              taxes.length > 0 ? (
                taxes.map((tax) => <Tax visit={visit} tax={tax} currency={currency} />)
              ) : (
                <>
                  {figure(visit.language, tax_rate)} %{' '}
                  <Sum visit={visit} value={tax_amount} currency={currency} />
                </>
              ),
          },
          {
            head: words.amount,
            figure: true,
            cell: ({ subtotal, gross_amount, discount_amount }) => (
              <>
                <Sum visit={visit} value={subtotal} currency={currency} />
                {discount_amount !== 0 && (
                  <div>
                    <small>
                      {approvalWords(visit.language).beforeDiscount}{' '}
                      <Sum visit={visit} value={gross_amount} currency={currency} />
                    </small>
                  </div>
                )}
              </>
            ),
          },
        ]}
      />
    </section>
  );
};

/** As the file states them; one that it leaves out is in the price already. */
const LineDiscount = ({
  visit,
  line: { allowances, discount_amount },
  currency,
}: {
  visit: Visit;
  line: PreviewLine;
  currency: string;
}): VNode => (
  <>
    {discount_amount !== 0 && <Sum visit={visit} value={-discount_amount} currency={currency} />}
    {allowances.map(({ charge, reason, percent, base, amount }) => (
      <div>
        <small>
          {reason} {percent !== null && `${figure(visit.language, percent)} %`}{' '}
          <Sum visit={visit} value={charge ? amount : -amount} currency={currency} />{' '}
          {base !== null && (
            <>
              {nameOf(visit.language, 'base')} <Sum visit={visit} value={base} currency={currency} />
            </>
          )}
        </small>
      </div>
    ))}
  </>
);

const Payment = ({ visit, preview }: Part): VNode | null => {
  const { payment } = preview;
  if (payment === null) return null;
  const { documents, taxes: _taxes, ...said } = payment;
  const name = (key: string): string => nameOf(visit.language, key);
  const sum = (row: PreviewPaidDocument, key: 'balance_before' | 'paid' | 'balance_after'): VNode => (
    <Sum visit={visit} value={row[key]} currency={row.currency} />
  );
  return (
    <section>
      <h2>{name('payment')}</h2>
      <Facts rows={rowsOf(visit, said, payment.currency)} />
      <Table<PreviewPaidDocument>
        caption={name('documents')}
        rows={documents}
        columns={[
          {
            head: name('folio'),
            main: true,
            cell: ({ folio, uuid, invoice_id }) => (
              <>
                {folio} <small>{uuid}</small>
                <div>
                  <small>
                    <code>{invoice_id}</code>
                  </small>
                </div>
              </>
            ),
          },
          {
            head: name('installment'),
            figure: true,
            cell: ({ installment }) => figure(visit.language, installment),
          },
          { head: name('balance_before'), figure: true, cell: (row) => sum(row, 'balance_before') },
          { head: name('paid'), figure: true, cell: (row) => sum(row, 'paid') },
          { head: name('balance_after'), figure: true, cell: (row) => sum(row, 'balance_after') },
          {
            head: name('equivalence'),
            figure: true,
            cell: ({ equivalence }) =>
              equivalence === null ? '–' : figure(visit.language, equivalence, 0, 10),
          },
          {
            head: name('taxes'),
            cell: ({ taxes, tax_object, currency }) => (
              <>
                {taxes.map((tax) => (
                  <Tax visit={visit} tax={tax} currency={currency} />
                ))}
                <small>
                  {name('tax_object')} <code>{tax_object}</code>
                </small>
              </>
            ),
          },
        ]}
      />
    </section>
  );
};

/** Zero says nothing there. */
const TAKEN = ['discount_total', 'allowance_total', 'withheld_total', 'prepaid_amount'];
const ONLY_WHERE_SOMETHING = ['charge_total', ...TAKEN];

const Totals = ({ visit, preview }: Part): VNode => {
  const { totals, terms, record_type } = preview;
  const { currency, taxes, total, ...sums } = totals;
  const own = documentWords(visit.language);
  const row = (name: ComponentChildren, value: number, strong = false): VNode => (
    <tr class={strong ? 'strong' : undefined}>
      <th scope="row">{name}</th>
      <td class="figure">
        <Sum visit={visit} value={value} currency={currency} />
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
                row(
                  <Allowed visit={visit} each={each} what={own.allowance} currency={currency} />,
                  -each.amount,
                ),
              )}
            {name === 'charge_total' &&
              terms.charges.map((each) =>
                row(<Allowed visit={visit} each={each} what={own.charge} currency={currency} />, each.amount),
              )}
            {name === 'tax_total' &&
              taxes.map((tax) =>
                row(
                  <>
                    {taxText(visit, tax)}{' '}
                    {tax.base !== null && (
                      <small>
                        {nameOf(visit.language, 'base')}{' '}
                        <Sum visit={visit} value={tax.base} currency={currency} />
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
  visit,
  each: { reason, percent, base, tax_category, tax_rate },
  what,
  currency,
}: {
  visit: Visit;
  each: ShownPreview['terms']['allowances'][number];
  what: string;
  currency: string;
}): VNode => (
  <>
    {what}: {reason} {percent !== null && `${figure(visit.language, percent)} %`}{' '}
    <small>
      {base !== null && (
        <>
          {nameOf(visit.language, 'base')} <Sum visit={visit} value={base} currency={currency} />{' '}
        </>
      )}
      {nameOf(visit.language, 'tax_category')} {tax_category} {figure(visit.language, tax_rate)} %
    </small>
  </>
);

/** Where it goes, and to whom: what cannot be taken back. */
const Way = ({ visit, preview }: Part): VNode => {
  const own = approvalWords(visit.language);
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

const Attachments = ({ visit, preview: { attachments, record_type, record_id, seller } }: Part): VNode => (
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

export const PreviewView = ({ visit, preview }: Part): VNode => {
  const own = approvalWords(visit.language);
  const { terms, references, relations, attachments, payee_account, fixed_at_approval, derived } = preview;
  const { currency } = preview.totals;
  const name = (key: string): string => nameOf(visit.language, key);
  const { allowances: _allowances, charges: _charges, prepaid_amount: _prepaid, ...otherTerms } = terms;
  return (
    <>
      <Way visit={visit} preview={preview} />
      <div class="parties">
        <Party visit={visit} role={name('buyer')} party={preview.buyer} />
        <Party visit={visit} role={name('seller')} party={preview.seller} />
      </div>
      <section>
        <h2>{own.terms}</h2>
        <Facts
          rows={[
            ...(payee_account === null
              ? []
              : ([
                  [
                    name('payee_account'),
                    <Value visit={visit} name="payee_account" value={payee_account} currency={currency} />,
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
              : ([[name('attachments'), <Attachments visit={visit} preview={preview} />]] as const)),
          ]}
        />
      </section>
      <Lines visit={visit} preview={preview} />
      <Payment visit={visit} preview={preview} />
      <Totals visit={visit} preview={preview} />
      {fixed_at_approval !== undefined && (
        <section>
          <h2>{name('fixed_at_approval')}</h2>
          <p class="quiet">{own.fixedNote}</p>
          <Facts
            rows={[
              ...rowsOf(visit, fixed_at_approval, fixed_at_approval.home_currency ?? currency),
              ...rowsOf(visit, { given: preview.given }, currency),
            ]}
          />
        </section>
      )}
    </>
  );
};
