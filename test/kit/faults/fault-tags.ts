import {readFileSync} from 'node:fs';

/** A tag for each row of test/FAULTS.md, for the tests that prove it. */
export const faultTags: ReadonlyArray<{readonly name: string}> = [
	...readFileSync(new URL('../../FAULTS.md', import.meta.url), 'utf8').matchAll(/^(\d+)\. /gm),
].map(([, row]) => ({name: `fault-${row}`}));
