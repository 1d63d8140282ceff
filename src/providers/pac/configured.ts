// Creates the configured PAC.
import type { PacConfig } from '../../base/config.ts';
import { type Pac, swSapien } from './sw-sapien.ts';

/** Stamps of SW's test service have no legal effect, like those of the sandbox. */
const isTestService = (url: string): boolean => new URL(url).hostname.endsWith('.test.sw.com.mx');

export const configuredPac = (config: PacConfig, now: () => Date, timeoutMs?: number): Pac =>
  swSapien({
    name: 'sw-sapien',
    url: config.url,
    dataUrl: config.data_url,
    token: config.token,
    user: config.user,
    password: config.password,
    sandbox: isTestService(config.url),
    now,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
