// Peppol participant ids: a scheme of the code list EAS, a colon, and the identifier in that scheme.

/** The scheme in which a country's VAT ids are registered. */
const VAT_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['AD', '9922'],
  ['AL', '9923'],
  ['AT', '9914'],
  ['BA', '9924'],
  ['BE', '9925'],
  ['BG', '9926'],
  ['CH', '9927'],
  ['CY', '9928'],
  ['CZ', '9929'],
  ['DE', '9930'],
  ['EE', '9931'],
  ['ES', '9920'],
  ['FR', '9957'],
  ['GB', '9932'],
  ['GR', '9933'],
  ['HR', '9934'],
  ['HU', '9910'],
  ['IE', '9935'],
  ['LI', '9936'],
  ['LT', '9937'],
  ['LU', '9938'],
  ['LV', '9939'],
  ['MC', '9940'],
  ['ME', '9941'],
  ['MK', '9942'],
  ['MT', '9943'],
  ['NL', '9944'],
  ['PL', '9945'],
  ['PT', '9946'],
  ['RO', '9947'],
  ['RS', '9948'],
  ['SE', '9955'],
  ['SI', '9949'],
  ['SK', '9950'],
  ['SM', '9951'],
  ['TR', '9952'],
]);

/** Schemes are numbered 0002 to 0299 (ISO 6523) and 9901 to 9999 (Peppol's own); `EM` is no scheme of Peppol. */
const FORM = /^(?:0[0-2]\d{2}|99\d{2}):\S{1,60}$/u;

export const isParticipantId = (text: string): boolean => FORM.test(text);

/** Where a company that says nothing else can be reached. */
export const participantOf = (country: string, vatId: string): string | undefined => {
  const scheme = VAT_SCHEMES.get(country);
  return scheme === undefined ? undefined : `${scheme}:${vatId}`;
};

export const schemeOf = (participantId: string): string => participantId.split(':', 1)[0] ?? '';
