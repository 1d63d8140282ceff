// The one public address of the service. Nothing of it is taken from a request, but for which of the machine's own names
// was meant.

export interface Origin {
  /** `https://books.example.com` or `http://localhost:3000`, without a slash. */
  readonly href: string;
  readonly host: string;
  readonly port: string;
  readonly secure: boolean;
  /** Without PUBLIC_URL, pages of other loopback names lead to localhost: passkeys need a name. */
  readonly loopback: boolean;
}

const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|\[::1\]|::1|localhost)$/;

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host.toLowerCase());

/** Null: bound to an outside address without PUBLIC_URL, so there is no address to trust. */
export const findOrigin = (publicUrl: string | null, boundHost: string, port: number): Origin | null => {
  if (publicUrl === null && !isLoopbackHost(boundHost)) return null;
  const url = new URL(publicUrl ?? `http://localhost:${port}`);
  const secure = url.protocol === 'https:';
  return {
    href: url.origin,
    host: url.host,
    port: url.port === '' ? (secure ? '443' : '80') : url.port,
    secure,
    loopback: publicUrl === null,
  };
};

/**
 * The origin by which a request means the service: programs compare it letter by letter with what they were given, and
 * on the own machine that may be any of its names. Undefined for a foreign one.
 */
export const originMeant = (origin: Origin, host: string | undefined): string | undefined => {
  const named = host?.toLowerCase();
  if (named === undefined) return undefined;
  if (named === origin.host) return origin.href;
  if (!origin.loopback) return undefined;
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(named) ?? [];
  return isLoopbackHost(name) && port === origin.port ? `http://${named}` : undefined;
};
