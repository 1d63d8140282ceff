/** Why the service cannot do its work now, as a probe may know it: nothing of hosts, folders or companies. */
export class NotReady extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'NotReady';
    this.reason = reason;
  }
}
