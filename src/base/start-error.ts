// Why the service cannot start, or cannot work now.

/**
 * Why the service cannot start, in one clear sentence for the person at the terminal. The launcher's programs print
 * the message alone, without a stack, and end with exit code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** Why the service cannot do its work now, as a probe may know it: nothing of hosts, folders or companies. */
export class NotReady extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'NotReady';
    this.reason = reason;
  }
}
