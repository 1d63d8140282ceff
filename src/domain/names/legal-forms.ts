// Legal forms say how a company is incorporated, not which one it is. Written without spaces, because people part
// them in every way: `S.A. de C.V.`, `SA DE CV`, `S A de C V`.

const formSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Unmistakable wherever they stand in a name. */
const DISTINCT_FORMS = formSet(`
sadecv sabdecv sapidecv sapibdecv sofolsadecv sderl srldecv sderldecv sderlmi sderldecvmi sderldeip
sderldeipdecv sencdecv scderl scdeapderldecv scdeprl scderldecv sprderl sprderldecv sprderi
sociedadanonimadecapitalvariable sociedadanonima sociedadcivil
sociedadderesponsabilidadlimitadadecapitalvariable sociedadderesponsabilidadlimitada asociacioncivil
sociedadporaccionessimplificada sociedadanonimapromotoradeinversiondecapitalvariable sofom
gmbh ggmbh mbh gmbhcokg gmbhundcokg gmbhcokgaa gmbhcoohg agcokg agundcokg agcokgaa ugcokg ughaftungsbeschrankt
ughaftungsbeschranktcokg haftungsbeschrankt kgaa cokg ohg partgmbb partg gesmbh
gesellschaftmitbeschrankterhaftung aktiengesellschaft gbr egbr kommanditgesellschaft eingetragenergenossenschaft
ltd limited llc llp plc inc incorporated corporation pty ptyltd pte pteltd sarl sasu eurl srl spa sprl bvba oyj
aps ltda eirl saspro kft spzoo doo privatelimited pvtltd`);

/** Short forms that are also words, names or initials: only at the end of a name. */
const ENDING_FORMS = formSet(`
sa sab sapi sapib sas sc scs scl scp ac ap iap abp ibp sdeie snc senc sence senncdecv enr er mi spr spa ag kg ug
ek ekfm ekfr ev eg se seco ig og ewiv stiftung co corp company lp bv nv cv vof sl slu sll slp sau cb ab as asa
oy hb lda sro kk jsc pt gie sci pc pllc`);

/** Forms that some countries put first: `SARL Dupont`, `PT Astra`. */
const LEADING_FORMS = formSet(`
sarl sas pt ooo eurl sci stichting`);

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
  const [first, ...others] = distinctGone;
  if (first === undefined) return words;
  const leadingGone = LEADING_FORMS.has(first) && others.length > 0 ? others : distinctGone;
  return withoutEnding(leadingGone);
};
