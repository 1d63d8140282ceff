// How apps that ask for access themselves are set up.
import type { VNode } from 'preact';
import { appEndpoints, type AppSetup, appSetups } from '../../../domain/parties/oauth/clients/setups.ts';
import { useOrganisation } from '../../context.ts';
import { Copy, Facts, Go, Section } from '../../parts/show.tsx';

export const AppSetups = (): VNode => {
  const { words, parts } = useOrganisation();
  const { app } = words;
  const { href } = parts.origin;
  return (
    <Section title={app.setUp} card>
      <p id="mcp-url">{app.setUpNote(`${href}/mcp`)}</p>
      {appSetups(href).map((setup) => (
        <details>
          <summary>{setup.app}</summary>
          <Setup of={setup} />
        </details>
      ))}
    </Section>
  );
};

const Line = ({ id, text }: { id: string; text: string }): VNode => (
  <>
    <pre id={id}>{text}</pre>
    <Copy of={id} />
  </>
);

const isStep = <T extends object>(steps: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(steps, name);

const Setup = ({ of: { app, link, command, after, steps, typed } }: { of: AppSetup }): VNode => {
  const { words, parts } = useOrganisation();
  const { app: own } = words;
  const id = `set-up-${app.toLowerCase().replaceAll(' ', '-')}`;
  const { authorization, token, refresh } = appEndpoints(parts.origin.href);
  return (
    <>
      {steps !== undefined && isStep(own.steps, steps) && <p>{own.steps[steps]}</p>}
      {link !== undefined && <Go to={link} text={own.install(app)} quiet apart />}
      {command !== undefined && <Line id={id} text={command} />}
      {after !== undefined && (
        <>
          <p>{own.then}</p>
          <Line id={`${id}-after`} text={after} />
        </>
      )}
      {typed && (
        <>
          <Facts
            rows={[
              [own.endpoint.authorization, <code>{authorization}</code>],
              [own.endpoint.token, <code>{token}</code>],
              [own.endpoint.refresh, <code>{refresh}</code>],
            ]}
          />
          <Go to="/settings/apps/typed" text={own.add} quiet apart />
        </>
      )}
    </>
  );
};
