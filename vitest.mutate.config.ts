import {defineConfig} from 'vitest/config';
import {faultTags} from './test/kit/faults/fault-tags.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

/** The tests that mutants are held to, of pure code, of the client and those that press keys. What needs a terminal, a bundle, another process, many connections or a simulated day is too slow to be run thousands of times, and properties are tried less often. */
export default defineConfig({
	plugins: [followedImports],
	oxc: {jsx: {development: false}},
	test: {
		include: ['test/{api,model,state,sync,present,commands,ui}/**/*.test.{ts,tsx}', 'test/base/text.test.ts'],
		exclude: [
			'test/api/{connections,deadlines,garbage}.test.ts',
			'test/sync/{killed-writes,requests-on-the-wire,sleep-detector}.test.ts',
		],
		env: {
			FORCE_COLOR: '1',
			NODE_ENV: 'production',
			LANDFALL_LISTING_RUNS: '100',
			LANDFALL_POLICY_RUNS: '24',
			LANDFALL_RECOVERY_RUNS: '3',
			LANDFALL_FAIR_RUNS: '1',
			// A mutant that keeps a text from the screen is found out after this many milliseconds.
			LANDFALL_LONGEST_WAIT: '3000',
		},
		setupFiles: ['test/kit/fixtures/property-seed.ts'],
		testTimeout: 30_000,
		isolate: false,
		tags: [...faultTags],
	},
});
