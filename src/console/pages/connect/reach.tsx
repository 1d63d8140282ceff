// What an app may do, to be ticked: scopes by noun, sets of tools; and whether what it files is real.
import type { VNode } from 'preact';
import type { Scope } from '../../../../generated/scopes.ts';
import { scopeWords } from '../../../../generated/texts/scope.ts';
import type { Toolset } from '../../../../generated/toolsets.ts';
import type { Entity } from '../../../base/entity.ts';
import { useOrganisation } from '../../context.ts';
import { Tick } from '../../parts/form.tsx';
import { isSandbox } from '../../parts/frame.tsx';
import type { OrganisationVisit } from '../../visit.ts';

type Noun = keyof OrganisationVisit['words']['connect']['noun'];

const NOUNS: readonly (readonly [Noun, RegExp])[] = [
  ['counterparties', /^counterparties:/],
  ['invoices', /^invoice/],
  ['bills', /^bill/],
  ['tasks', /^tasks:/],
  ['bank', /^bank_/],
  ['ledger', /^(ledger_accounts|exports):/],
  ['organization', /^(api_keys|webhooks|portfolio):/],
];

interface TicksProps<T> {
  readonly offered: readonly T[];
  readonly isTicked: (value: T) => boolean;
}

export const ScopeTicks = ({ offered, isTicked }: TicksProps<Scope>): VNode => {
  const { language, words } = useOrganisation();
  const texts = scopeWords(language);
  return (
    <>
      {NOUNS.map(([noun, of]) => {
        const scopes = offered.filter((scope) => of.test(scope));
        return (
          scopes.length > 0 && (
            <fieldset>
              <legend>{words.connect.noun[noun]}</legend>
              {scopes.map((scope) => (
                <Tick
                  name="scope"
                  value={scope}
                  checked={isTicked(scope)}
                  label={
                    <>
                      {texts[scope]} <code>{scope}</code>
                    </>
                  }
                />
              ))}
            </fieldset>
          )
        );
      })}
    </>
  );
};

export const ToolsetTicks = ({ offered, isTicked }: TicksProps<Toolset>): VNode => {
  const { settings: words } = useOrganisation().words;
  return (
    <fieldset>
      <legend>{words.toolsets}</legend>
      {offered.map((set) => (
        <Tick
          name="toolset"
          value={set}
          checked={isTicked(set)}
          label={
            <>
              <code>{set}</code> {words.toolsetSays[set]}
            </>
          }
        />
      ))}
    </fieldset>
  );
};

/** Whether what a person approves later reaches the authority or the network, for these companies. */
export const filingOf = (
  { parts, words: { connect: words } }: OrganisationVisit,
  companies: readonly Entity[],
): string => {
  const sandbox = companies.filter((company) => isSandbox(parts, company)).length;
  if (companies.length === 0) return isSandbox(parts, undefined) ? words.sandbox : words.live;
  return sandbox === 0 ? words.live : sandbox === companies.length ? words.sandbox : words.both;
};
