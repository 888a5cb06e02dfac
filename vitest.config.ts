import {defineConfig} from 'vitest/config';
import {faultReporter} from './test/kit/faults/fault-reporter.ts';
import {faultTable} from './test/kit/faults/fault-table.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

export default defineConfig({
	plugins: [followedImports],
	oxc: {jsx: {development: false}},
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// Styled lines are compared with their styles; the machine that runs the tests must not decide whether there are any.
		// React is the one that ships, which is also a third faster.
		env: {FORCE_COLOR: '1', NODE_ENV: 'production'},
		setupFiles: ['test/kit/fixtures/property-seed.ts'],
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// One is what a machine of two cores gets by itself, and much of what is tested waits for another process.
		maxWorkers: 3,
		// No module has state, so test files can share those that one worker has loaded, which saves a third of the time.
		isolate: false,
		includeTaskLocation: true,
		reporters: ['default', faultReporter],
		// The rows of the table of faults that a test proves.
		tags: faultTable.map((_, at) => ({name: `fault-${at + 1}`})),
	},
});
