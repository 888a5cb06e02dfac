import {hash} from '../world/random.ts';

/** A cursor for the projects older than `seq`. Opaque to the caller, and recognisable as this service's own. */
export const cursorAfter = (seed: number, seq: number): string =>
	Buffer.from(`${seq}.${hash(seed, 'cursor', seq).toString(36)}`).toString('base64url');

/** The number of the last project before the cursor, or undefined when this service did not make it. */
export function seqOfCursor(seed: number, cursor: string): number | undefined {
	const [digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
	if (!/^[1-9][0-9]{0,14}$/.test(digits)) return undefined;
	const seq = Number(digits);
	// Compared as a whole, because base64url has several spellings of the same bytes.
	return cursorAfter(seed, seq) === cursor ? seq : undefined;
}
