import {defineConfig} from 'vitest/config';
import {faultTags} from './test/kit/faults/fault-tags.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

const screens = process.env.LANDFALL_MUTATE_SCREENS ? ['test/ui/**/*.test.ts'] : [];

/** The tests that mutants are held to: quick ones of pure code and of the client, and for the state those that press keys. What needs a terminal, a bundle, another process, many connections or a simulated day is too slow to be run thousands of times, and properties are tried less often. */
export default defineConfig({
	plugins: [followedImports],
	oxc: {jsx: {development: false}},
	test: {
		include: ['test/api/**/*.test.ts', 'test/{model,state,sync}/**/*.test.ts', 'test/base/text.test.ts', ...screens],
		exclude: [
			'test/api/{connections,deadlines,garbage}.test.ts',
			'test/sync/{killed-writes,requests-on-the-wire,sleep-detector}.test.ts',
		],
		env: {
			FORCE_COLOR: '1',
			NODE_ENV: 'production',
			LANDFALL_LISTING_RUNS: '100',
			LANDFALL_POLICY_RUNS: '24',
			LANDFALL_TRUE_LISTS_RUNS: '50',
			LANDFALL_RECOVERY_RUNS: '3',
			LANDFALL_FAIR_RUNS: '1',
		},
		setupFiles: ['test/kit/fixtures/property-seed.ts'],
		testTimeout: 120_000,
		tags: [...faultTags],
	},
});
