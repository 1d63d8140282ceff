// How apps are told where this service is: links, commands, and the words of steps.
import { APP_SETUPS } from '../../../../../generated/vocabulary/app-setups.ts';

export interface AppSetup {
  readonly app: string;
  /** Opens the app with everything filled in. */
  readonly link: string | undefined;
  /** For a terminal, and what is typed after it. */
  readonly command: string | undefined;
  readonly after: string | undefined;
  /** Which words say what a person does in the app. */
  readonly steps: string | undefined;
  /** It needs an id and a secret that an administrator types in. */
  readonly typed: boolean;
}

interface Row {
  readonly app: string;
  readonly link?: string;
  readonly command?: string;
  readonly after?: string;
  readonly steps?: string;
  readonly typed?: boolean;
  readonly coding?: string;
  readonly config?: Readonly<Record<string, string>>;
}

const NAME = 'folio';

/** `origin`: of the pages, without a slash. */
export const appSetups = (origin: string): readonly AppSetup[] => {
  const plain = (text: string): string => text.replace('NAME', NAME).replace('URL', `${origin}/mcp`);
  const rows: readonly Row[] = APP_SETUPS.setups;
  return rows.map(({ app, link, command, after, steps, typed = false, coding, config = {} }) => {
    const json = JSON.stringify(
      Object.fromEntries(Object.entries(config).map(([name, value]) => [name, plain(value)])),
    );
    const coded = coding === 'base64' ? Buffer.from(json).toString('base64') : json;
    return {
      app,
      link: link === undefined ? undefined : plain(link).replace('CONFIG', () => encodeURIComponent(coded)),
      command: command === undefined ? undefined : plain(command).replace('CONFIG_TEXT', () => json),
      after: after === undefined ? undefined : plain(after),
      steps,
      typed,
    };
  });
};

export const appEndpoints = (origin: string): Readonly<Record<keyof typeof APP_SETUPS.endpoints, string>> => {
  const { authorization, token, refresh } = APP_SETUPS.endpoints;
  const at = (text: string): string => text.replace('ORIGIN', origin);
  return { authorization: at(authorization), token: at(token), refresh: at(refresh) };
};
