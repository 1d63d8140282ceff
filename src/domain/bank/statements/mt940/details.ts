// Field 86, the details of a movement: as German banks structure it (a transaction code, then ?20 and the like), with the
// marks of SEPA in the purpose, or as free text.

export interface Details {
  /** Of German banks (GVC); '' in free text. */
  readonly code: string;
  /** The bank's word for the kind of movement. */
  readonly kind: string;
  readonly purpose: string;
  readonly reference: string;
  readonly name: string;
  readonly account: string;
}

const STRUCTURED = /^(\d{3})([?~<>^|!+])(?=\d{2})/u;
const PURPOSE_WIDTH = 27;
const LINE_WIDTH = 65;

export const readDetails = (content: readonly string[]): Details => {
  const separator = STRUCTURED.exec(content[0] ?? '')?.[2];
  return separator === undefined ? freeText(content) : structured(content.join(''), separator);
};

/** A full piece goes on in the next one; a shorter one ended with a word. */
const joinPieces = (pieces: readonly string[], width: number): string =>
  pieces
    .reduce((text, piece, index) => {
      const isCut = index > 0 && (pieces[index - 1] ?? '').length >= width;
      return text + (index === 0 || isCut ? '' : ' ') + piece;
    }, '')
    .trim();

const freeText = (content: readonly string[]): Details => {
  const text = joinPieces(content, LINE_WIDTH);
  const marks = readMarks(text);
  return {
    code: '',
    kind: '',
    purpose: marks.purpose,
    reference: marks.eref,
    name: marks.name,
    account: marks.iban,
  };
};

const structured = (text: string, separator: string): Details => {
  const fields = new Map<string, string>();
  for (const part of text.slice(3).split(separator).slice(1)) {
    const code = part.slice(0, 2);
    if (/^\d{2}$/.test(code)) fields.set(code, part.slice(2));
  }
  const at = (...codes: readonly string[]): string[] =>
    codes.map((code) => fields.get(code) ?? '').filter((each) => each !== '');
  const pieces = at('20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63');
  const marks = readMarks(joinPieces(pieces, PURPOSE_WIDTH));
  const account = at('31')[0]?.trim() ?? '';
  const bank = at('30')[0]?.trim() ?? '';
  return {
    code: text.slice(0, 3),
    kind: at('00')[0]?.trim() ?? '',
    purpose: marks.purpose,
    reference: marks.eref,
    name: joinPieces(at('32', '33'), PURPOSE_WIDTH) || marks.name,
    account: account === '' ? marks.iban : wholeAccount(bank, account),
  };
};

/** Before SEPA a bank's code and a number were the account. */
const wholeAccount = (bank: string, account: string): string =>
  /^\d{8}$/.test(bank) && /^\d{1,10}$/.test(account) ? `${bank}/${account}` : account;

const MARK = /(?<![A-Z])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RTRN)\+/gu;

interface Marks {
  readonly purpose: string;
  readonly eref: string;
  readonly name: string;
  readonly iban: string;
}

/** `EREF+RE-17 SVWZ+Rechnung 17`: each mark holds what stands up to the next one. */
const readMarks = (text: string): Marks => {
  const found = [...text.matchAll(MARK)];
  if (found.length === 0) return { purpose: text, eref: '', name: '', iban: '' };
  const values = new Map<string, string>();
  for (const [order, { index, 0: mark, 1: name = '' }] of found.entries()) {
    values.set(name, text.slice(index + mark.length, found[order + 1]?.index ?? text.length).trim());
  }
  const before = text.slice(0, found[0]?.index ?? 0).trim();
  const eref = values.get('EREF') ?? '';
  return {
    purpose: [before, values.get('SVWZ') ?? ''].filter((each) => each !== '').join(' '),
    // A reference has no blanks; some banks fill it up with the purpose.
    eref: eref.split(' ')[0] ?? '',
    name: '',
    iban: (values.get('IBAN') ?? '').split(' ', 1).join(''),
  };
};
