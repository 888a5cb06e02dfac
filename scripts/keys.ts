import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

/** Regenerates docs/keys.md. The bindings are next to components, which Node cannot load without a build, so the test that checks the page also writes it. */
const root = join(import.meta.dirname, '..');
const {status} = spawnSync(
	process.execPath,
	[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'test/keys.test.ts'],
	{cwd: root, stdio: 'inherit', env: {...process.env, LANDFALL_KEYS: 'write'}},
);
process.exit(status ?? 1);
