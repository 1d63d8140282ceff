// Participant ids in Storecove's form, which names schemes by country and kind where Peppol numbers them.

/** Peppol's code list EAS on the left. Storecove's names: https://www.storecove.com/docs, "Identifiers". */
const STORECOVE_SCHEMES: Readonly<Record<string, string>> = {
  '0002': 'FR:SIRENE',
  '0007': 'SE:ORGNR',
  '0009': 'FR:SIRET',
  '0060': 'DUNS',
  '0088': 'GLN',
  '0106': 'NL:KVK',
  '0151': 'AU:ABN',
  '0183': 'CH:UIDB',
  '0184': 'DK:DIGST',
  '0188': 'JP:SST',
  '0190': 'NL:OINO',
  '0191': 'EE:CC',
  '0192': 'NO:ORG',
  '0195': 'SG:UEN',
  '0196': 'IS:KTNR',
  '0199': 'LEI',
  '0200': 'LT:LEC',
  '0201': 'IT:CUUO',
  '0204': 'DE:LWID',
  '0208': 'BE:EN',
  '0210': 'IT:CF',
  '0211': 'IT:IVA',
  '0216': 'FI:OVT',
  '0221': 'JP:IIN',
  '0230': 'MY:EIF',
  '9910': 'HU:VAT',
  '9914': 'AT:VAT',
  '9915': 'AT:GOV',
  '9920': 'ES:VAT',
  '9922': 'AD:VAT',
  '9923': 'AL:VAT',
  '9924': 'BA:VAT',
  '9925': 'BE:VAT',
  '9926': 'BG:VAT',
  '9927': 'CH:VAT',
  '9928': 'CY:VAT',
  '9929': 'CZ:VAT',
  '9930': 'DE:VAT',
  '9931': 'EE:VAT',
  '9932': 'GB:VAT',
  '9933': 'GR:VAT',
  '9934': 'HR:VAT',
  '9935': 'IE:VAT',
  '9936': 'LI:VAT',
  '9937': 'LT:VAT',
  '9938': 'LU:VAT',
  '9939': 'LV:VAT',
  '9940': 'MC:VAT',
  '9941': 'ME:VAT',
  '9942': 'MK:VAT',
  '9943': 'MT:VAT',
  '9944': 'NL:VAT',
  '9945': 'PL:VAT',
  '9946': 'PT:VAT',
  '9947': 'RO:VAT',
  '9948': 'RS:VAT',
  '9949': 'SI:VAT',
  '9950': 'SK:VAT',
  '9951': 'SM:VAT',
  '9952': 'TR:VAT',
  '9955': 'SE:VAT',
  '9957': 'FR:VAT',
};

const EAS_BY_NAME = new Map(Object.entries(STORECOVE_SCHEMES).map(([eas, name]) => [name, eas]));

export interface StorecoveIdentifier {
  readonly scheme: string;
  readonly id: string;
}

/** A scheme without a name is sent as its number, so that the access point itself accepts or refuses it. */
export const toStorecove = (participantId: string): StorecoveIdentifier => {
  const colon = participantId.indexOf(':');
  const eas = participantId.slice(0, colon);
  return { scheme: STORECOVE_SCHEMES[eas] ?? eas, id: participantId.slice(colon + 1) };
};

export const fromStorecove = ({ scheme, id }: StorecoveIdentifier): string =>
  `${EAS_BY_NAME.get(scheme) ?? scheme}:${id}`;
