// Participant ids in Storecove's form, which names schemes by country and kind where Peppol numbers them.
import { STORECOVE_SCHEMES } from '../../../generated/vocabulary/storecove-schemes.ts';

const NAME_BY_EAS: ReadonlyMap<string, string> = new Map(Object.entries(STORECOVE_SCHEMES));
const EAS_BY_NAME = new Map([...NAME_BY_EAS].map(([eas, name]) => [name, eas]));

export interface StorecoveIdentifier {
  readonly scheme: string;
  readonly id: string;
}

/** A scheme without a name is sent as its number, so that the access point itself accepts or refuses it. */
export const toStorecove = (participantId: string): StorecoveIdentifier => {
  const colon = participantId.indexOf(':');
  const eas = participantId.slice(0, colon);
  return { scheme: NAME_BY_EAS.get(eas) ?? eas, id: participantId.slice(colon + 1) };
};

export const fromStorecove = ({ scheme, id }: StorecoveIdentifier): string =>
  `${EAS_BY_NAME.get(scheme) ?? scheme}:${id}`;
