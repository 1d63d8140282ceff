// Legal forms say how a company is incorporated, not which one it is. Written without spaces, because people part
// them in every way: `S.A. de C.V.`, `SA DE CV`, `S A de C V`.

const formSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Unmistakable wherever they stand in a name. */
const DISTINCT_FORMS = formSet(`
sadecv sabdecv sapidecv sapibdecv sofolsadecv sderl srldecv sderldecv sderlmi sderldecvmi sderldeip
sderldeipdecv sencdecv scderl scdeapderldecv scdeprl scderldecv sprderl sprderldecv sprderi
sociedadanonimadecapitalvariable sociedadanonima sociedadcivil
sociedadderesponsabilidadlimitadadecapitalvariable sociedadderesponsabilidadlimitada asociacioncivil
sociedadporaccionessimplificada sociedadanonimapromotoradeinversiondecapitalvariable sofom sofomer sofomenr
gmbh ggmbh mbh gmbhcokg gmbhundcokg gmbhcokgaa gmbhcoohg agcokg agundcokg agcokgaa ugcokg ughaftungsbeschrankt
ughaftungsbeschranktcokg haftungsbeschrankt kgaa cokg ohg partgmbb partg gesmbh
gesellschaftmitbeschrankterhaftung aktiengesellschaft gbr egbr kommanditgesellschaft eingetragenergenossenschaft
ltd limited llc llp plc inc incorporated corporation pty ptyltd pte pteltd sarl sasu eurl srl sprl bvba oyj
aps ltda eirl kft spzoo doo privatelimited pvtltd`);

/** Short forms that are also words, names or initials: only at the end of a name. */
const ENDING_FORMS = formSet(`
sa sab sapi sapib sas sc scs scl scp ac iap abp ibp sdeie snc senc spr ag kg ug
ek ekfm ekfr ev eg se seco og ewiv stiftung co corp company lp bv nv cv vof sl slu sll slp sau cb ab as asa
oy hb lda sro kk jsc gie sci pllc`);

/** Forms that some countries put first: `SARL Dupont`, `PT Astra`. */
const LEADING_FORMS = formSet(`
sarl sas pt eurl sci stichting`);

/** The longest form is `sociedad anonima promotora de inversion de capital variable`. */
const MAX_FORM_WORDS = 8;

/** How many words from `start` on make up a form of the set; the longest form wins, 0 is none. */
const formLength = (words: readonly string[], start: number, forms: ReadonlySet<string>): number => {
  for (let count = Math.min(MAX_FORM_WORDS, words.length - start); count > 0; count -= 1) {
    if (forms.has(words.slice(start, start + count).join(''))) return count;
  }
  return 0;
};

const withoutDistinct = (words: readonly string[]): string[] => {
  const kept: string[] = [];
  let index = 0;
  while (index < words.length) {
    const length = formLength(words, index, DISTINCT_FORMS);
    if (length === 0) kept.push(words[index] ?? '');
    index += Math.max(length, 1);
  }
  return kept;
};

const withoutEnding = (words: readonly string[]): readonly string[] => {
  for (let start = Math.max(1, words.length - MAX_FORM_WORDS); start < words.length; start += 1) {
    const isForm = ENDING_FORMS.has(words.slice(start).join(''));
    if (isForm) return withoutEnding(words.slice(0, start));
  }
  return words;
};

/** The words of a normalised name without its legal forms; a name that is nothing else stays as it is. */
export const withoutLegalForms = (words: readonly string[]): readonly string[] => {
  const distinctGone = withoutDistinct(words);
  if (distinctGone.length === 0) return words;
  const endingGone = withoutEnding(distinctGone);
  const [first, ...others] = endingGone;
  return first !== undefined && others.length > 0 && LEADING_FORMS.has(first) ? others : endingGone;
};
