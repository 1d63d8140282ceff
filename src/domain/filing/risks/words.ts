// What each flag says, in the languages of people.
import type { RiskFlag, RiskFlagCode } from '../../../../generated/types.ts';
import type { Language } from '../../../../generated/languages.ts';
import { riskWords } from '../../../../generated/texts/risk.ts';

/** `received` and `usual` are what the person reads, in the person's way of writing figures. */
export const tellRisk = (
  language: Language,
  { code, received, usual }: Pick<RiskFlag, 'code' | 'received' | 'usual'>,
): string => {
  const { says, none } = riskWords(language);
  return says[code](received ?? none, usual ?? none);
};

const MAX_TEXT = 300;
const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

export const flag = (code: RiskFlagCode, received: string, usual: string | null = null): RiskFlag => {
  const told = { code, received: cut(received), usual: usual === null ? null : cut(usual) };
  return { ...told, message: tellRisk('en', told).slice(0, 2 * MAX_TEXT) };
};
