import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {defineConfig} from 'vitest/config';
import {faultTags} from './test/kit/faults/fault-tags.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

/** The tests that start the built program. */
const programs = 'test/e2e/*.test.ts';

/** What tests use that a system lacks. Their files are left out there, except those that skip by themselves. */
const lacking: Readonly<Partial<Record<NodeJS.Platform, RegExp>>> = {
	darwin: /`\/proc\/|'setsid'|openLeakSearch/,
	// Pseudo-terminals, signals, modes, links, shells, and paths that are compared as texts.
	win32: /^test.e2e|\b(?:chmodSync|symlinkSync|globSync|posix|SIG[A-Z]+)\b|'(?:\/bin\/)?(?:ba)?sh'|0o[67]00/,
};
const lacks = lacking[process.platform];
const leftOut = globSync('test/**/*.test.{ts,tsx}').filter(
	file => !file.endsWith('package.test.ts') && lacks?.test(`${file}\n${readFileSync(file, 'utf8')}`),
);

export default defineConfig({
	plugins: [followedImports],
	oxc: {jsx: {development: false}},
	test: {
		// Styled lines are compared with their styles; the machine that runs the tests must not decide whether there are any.
		// React is the one that ships, which is also a third faster.
		env: {
			FORCE_COLOR: '1',
			NODE_ENV: 'production',
			// The programs that tests start share their compiled code, which saves a third of a start and two thirds of one from the sources.
			NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
		},
		setupFiles: ['test/kit/fixtures/property-seed.ts'],
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// It says that something never happens, so a busy machine must not run into it.
		expect: {poll: {timeout: 60_000}},
		// No module has state, so test files can share those that one worker has loaded, which saves a third of the time.
		isolate: false,
		// Nearly all garbage of a test dies young. With more room for it, V8 copies less of it, which saves a tenth of the time.
		execArgv: ['--max-semi-space-size=64'],
		tags: [...faultTags],
		projects: [
			// These wait for the programs that they start, so more of them than there are cores run at once.
			{extends: true, test: {name: 'programs', include: [programs], exclude: leftOut, maxWorkers: 5}},
			{
				extends: true,
				test: {
					name: 'modules',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: [programs, ...leftOut],
					// One is what a machine of two cores gets by itself, and some of these wait for another process.
					maxWorkers: 3,
					sequence: {groupOrder: 1},
				},
			},
		],
	},
});
