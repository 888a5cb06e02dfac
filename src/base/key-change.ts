/** A line of `keys.json`. No keys: the command loses its keys. */
export type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};
