// What a Peppol invoice needs to know about its seller: VAT id or tax number, address and contact.
import type { EntityDetails } from '../../base/entity.ts';
import { toolError } from '../../base/errors.ts';
import { because } from '../../base/said.ts';
import { acceptPostalCode, type EntityInput, type EntityRules, refuseForeign } from '../entity-rules.ts';
import { deriveParticipant, isParticipantId, lackingRegistration } from './participant.ts';
import { normaliseVatId, readVatId, type VatId, vatIdForm } from './vat-id.ts';

/** BR-DE-27: a telephone number has at least three digits. */
const PHONE = /(\d\D*){3}/;

const REQUIRED = ['street', 'city', 'contact_name', 'contact_email', 'contact_phone'] as const;

const TAX_ID = '--tax-id';
const VAT_ID = '--vat-id';

interface TaxIds {
  readonly vatId: VatId | null;
  readonly taxNumber: string | null;
}

/** The tax id is the VAT id if it has the form of one; otherwise it is the national tax number. */
const sortTaxIds = (country: string, { tax_id, details, earlier }: EntityInput): TaxIds => {
  const given = tax_id?.trim() ?? '';
  const asVatId = given === '' ? null : readVatId(country, given);
  const isVatId = asVatId !== null && !('reason' in asVatId);
  const number = details.tax_number?.trim();
  if (number !== undefined && given !== '' && !isVatId && normaliseVatId(number) !== normaliseVatId(given))
    throw toolError('company_two_tax_numbers', {
      option: TAX_ID,
      tax_number: given,
      other_option: '--tax-number',
      other: number,
    });
  const kept = number ?? earlier.details.tax_number ?? null;
  const taxNumber = given === '' || isVatId || number !== undefined ? kept : given;
  const text = details.vat_id ?? (isVatId ? given : earlier.details.vat_id);
  if (text === undefined) return { vatId: null, taxNumber };
  const vatId = readVatId(country, text);
  if ('reason' in vatId) {
    const reason = because(vatIdForm(country));
    throw toolError('company_vat_id_invalid', { option: VAT_ID, vat_id: text, country, ...reason });
  }
  if (isVatId && asVatId.text !== vatId.text)
    throw toolError('company_two_vat_ids', {
      option: TAX_ID,
      vat_id: asVatId.text,
      other_option: VAT_ID,
      other: vatId.text,
    });
  return { vatId, taxNumber };
};

/** The given one, else the stored one while the VAT id is unchanged, else the one derived from the tax ids. */
const participantFor = (
  country: string,
  input: EntityInput,
  { vatId, taxNumber }: TaxIds,
): string | undefined => {
  const { details, earlier } = input;
  const kept = vatId?.text === earlier.details.vat_id ? earlier.details.participant_id : undefined;
  const derived = deriveParticipant(country, { vat_id: vatId?.text, tax_number: taxNumber ?? undefined });
  return details.participant_id ?? kept ?? derived;
};

const checkContact = ({ contact_phone: phone, participant_id }: EntityDetails): void => {
  if (phone !== undefined && !PHONE.test(phone))
    throw toolError('company_phone_short', { option: '--contact-phone', phone });
  if (participant_id !== undefined && !isParticipantId(participant_id))
    throw toolError('company_participant_invalid', { option: '--participant-id', participant_id });
};

/** Access points identify customers by number or name, always one word. */
const ACCESS_POINT_ID = /^\S{1,100}$/u;

const checkAccessPoint = ({ access_point_id: id }: EntityDetails): void => {
  if (id === undefined || ACCESS_POINT_ID.test(id)) return;
  const access_point_id = id.slice(0, 100);
  throw toolError('company_access_point_invalid', { option: '--access-point-id', access_point_id });
};

const toOption = (field: string): string => `--${field.replaceAll('_', '-')}`;

export const checkPeppolEntity: EntityRules = (country, input) => {
  refuseForeign(country, input.details, [
    'fiscal_regime_code',
    'border_stimulus_from',
    'border_stimulus_to',
    'complements',
    ...(country.tax.small_business_exemption === undefined ? (['small_business'] as const) : []),
  ]);
  const { vatId, taxNumber } = sortTaxIds(country.country, input);
  if (vatId === null && taxNumber === null)
    throw toolError('company_needs_vat_id', {
      option: VAT_ID,
      other_option: TAX_ID,
      country: country.country,
    });
  checkContact(input.details);
  checkAccessPoint(input.details);
  const participant = participantFor(country.country, input, { vatId, taxNumber });
  const {
    vat_id: _vat,
    tax_number: _number,
    participant_id: _participant,
    ...others
  } = {
    ...input.earlier.details,
    ...input.details,
  };
  const lacking = lackingRegistration('seller', country.country, {
    vat_id: vatId?.text,
    tax_number: taxNumber ?? undefined,
    participant_id: participant,
  });
  const missing = REQUIRED.filter((field) => others[field] === undefined).map(toOption);
  const doubtful = vatId !== null && !vatId.check_digit_fits;
  return {
    tax_id: vatId?.text ?? (taxNumber === null ? null : normaliseVatId(taxNumber)),
    postal_code: acceptPostalCode(country, input),
    details: {
      ...(vatId === null ? {} : { vat_id: vatId.text }),
      ...(taxNumber === null ? {} : { tax_number: taxNumber }),
      ...(participant === undefined ? {} : { participant_id: participant }),
      ...others,
    },
    warnings: [
      ...(doubtful ? [`The check digit of ${vatId.text} does not fit; verify the VAT id.`] : []),
      ...(missing.length === 0
        ? []
        : [`Without ${missing.join(', ')} no invoice of the entity can be filed.`]),
      ...(lacking === null
        ? []
        : [
            `Without ${toOption(lacking.field)} (${lacking.names}) the network takes no invoice of the entity to companies in ${country.country}.`,
          ]),
    ],
  };
};
