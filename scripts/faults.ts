import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

/** Runs every test and regenerates the table of which tests cover which fault. */
const {status} = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts')], {
	stdio: 'inherit',
	env: {...process.env, LANDFALL_FAULTS: 'write'},
});
process.exit(status ?? 1);
