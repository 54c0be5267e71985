/** Something an admin is about to do. */
export interface Act {
  readonly title: string;
  readonly note?: string;
  /** Asks for how long. */
  readonly timed?: boolean;
  /** An address range that can still be edited. */
  readonly target?: string;
  readonly run: (given: {
    readonly reason: string;
    /** Null: until it is lifted. */
    readonly hours: number | null;
    readonly target: string;
  }) => Promise<void>;
}
