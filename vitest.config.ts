import {join} from 'node:path';
import {defineConfig} from 'vitest/config';
import {faultTags} from './test/kit/faults/fault-tags.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

export default defineConfig({
	plugins: [followedImports],
	oxc: {jsx: {development: false}},
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
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
		// One is what a machine of two cores gets by itself, and much of what is tested waits for another process.
		maxWorkers: 3,
		// No module has state, so test files can share those that one worker has loaded, which saves a third of the time.
		isolate: false,
		tags: [...faultTags],
	},
});
