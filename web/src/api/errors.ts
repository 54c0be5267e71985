/** Errors of the server, and which of them pass. */

/** The server refused a request. `code` is stable; `text/errors.ts` translates it. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
  }
}

/** Whether another try may succeed: the network is down, or the server restarts or is busy. */
export const isTemporary = (code: string): boolean =>
  /^(client|server)\/|^(message\/too-often|join\/twice)$/.test(code);
