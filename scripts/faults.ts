import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

/** Runs every test, and writes down which of them show how which fault is borne. */
const {status} = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts')], {
	stdio: 'inherit',
	env: {...process.env, LANDFALL_FAULTS: 'write'},
});
process.exit(status ?? 1);
