import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Plugin} from 'rolldown';

/**
Changes to bundled dependencies: code that Node cannot load, and code that costs 20 ms of the start or 50 kB of the installed package.

Each diff in `scripts/upstream` could be sent to the package, and says what it is for. It is applied here until the package has the change. A diff that no longer fits fails the build.

Figures are medians of paired starts with and without a patch, on a service of 3,000 projects, until Ink has drawn the first rows.
*/
export const bundlePatches: Plugin[] = [
	{
		// Ink's developer tools import a package that is not installed.
		name: 'without-devtools',
		load: {filter: {id: /ink.build.devtools\.js$/}, handler: () => 'export {};'},
	},
	// Not for speed: when a program ends, restore-cursor shows the cursor on standard error. That blocks on a terminal that is not read, and writes into a file.
	upstream('restore-cursor'),
	upstream('cli-cursor'),
	// 147 kB (41 kB packed): conf loads a validator of schemas, and landfall gives it none.
	upstream('conf'),
	// 35 ms of processor time, 15 in every command: measuring text loads Unicode tables, which usual text does not need.
	upstream('string-width'),
	// 28 ms of processor time: Yoga would fetch() its own bytes from a data: url, and fetch loads an HTTP client.
	upstream('yoga-layout'),
];

function upstream(name: string): Plugin {
	const diff = readFileSync(join(import.meta.dirname, 'upstream', `${name}.diff`), 'utf8');
	const [header = '', ...hunks] = diff.split(/^@@ .*\n/m);
	const [, file = ''] = /^--- a\/(.*)$/m.exec(header) ?? [];
	const path = join(import.meta.dirname, '../node_modules', name, file);
	const code = hunks.reduce(
		(patched, hunk) => {
			const before = side(hunk, '+');
			if (patched.split(before).length !== 2) throw new Error(`scripts/upstream/${name}.diff does not fit`);
			return patched.replace(before, () => side(hunk, '-'));
		},
		readFileSync(path, 'utf8'),
	);
	return {name: `upstream-${name}`, load: id => (id === path ? code : null)};
}

function side(hunk: string, other: '+' | '-'): string {
	const lines = hunk.split(/^/m).filter(line => !line.startsWith(other));
	return lines.map(line => line.slice(1)).join('');
}
