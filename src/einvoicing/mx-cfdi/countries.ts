// c_Pais: countries by ISO 3166-1 alpha-3, as a CFDI names the residence of a foreigner, and the form in which the SAT
// wants the tax numbers of a few of them (CFDI40156).

/** Alpha-2 and alpha-3 in one word. */
const CODES = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD
BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN
CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU
DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB
GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG
HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN
KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU
LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR
MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL
OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB
RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP
SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN
TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF
ZMZMB ZWZWE`;

const ALPHA_3: ReadonlyMap<string, string> = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((word) => [word.slice(0, 2), word.slice(2)]),
);

/** Countries that are not declared by name. */
const OTHERS = 'ZZZ';

const LISTED: ReadonlySet<string> = new Set([...ALPHA_3.values(), OTHERS]);

export const isResidence = (code: string): boolean => LISTED.has(code);

/** From ISO 3166-1 alpha-2. */
export const residenceOf = (country: string): string | null => ALPHA_3.get(country) ?? null;

/** c_Pais, "formato de registro de identidad tributaria"; other countries have none. */
const TAX_NUMBER_FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['USA', /^\d{9}$/],
  ['CAN', /^\d{9}$/],
]);

const MAX_TAX_NUMBER = 40;

/** Whether the SAT takes this tax number of a resident of the country. */
export const taxNumberFits = (residence: string, number: string): boolean =>
  number !== '' &&
  [...number].length <= MAX_TAX_NUMBER &&
  !number.includes('|') &&
  (TAX_NUMBER_FORMS.get(residence)?.test(number) ?? true);

/** Without the dashes and spaces in which people group digits, where the SAT wants digits only. */
export const plainTaxNumber = (residence: string, number: string): string =>
  TAX_NUMBER_FORMS.has(residence) ? number.replace(/[\s.-]/g, '') : number;
