import {defineConfig} from 'vitest/config';
import {faultTags} from './test/kit/faults/fault-tags.ts';
import {followedImports} from './test/kit/fixtures/lazy-imports.ts';

/** The tests that mutants are held to: quick ones of pure code, and of the client. What needs a terminal, a bundle, many connections or a simulated day is too slow to be run thousands of times. */
export default defineConfig({
	plugins: [followedImports],
	test: {
		include: ['test/api/**/*.test.ts', 'test/{model,state,sync}/**/*.test.ts', 'test/base/text.test.ts'],
		exclude: ['test/api/{connections,deadlines}.test.ts', 'test/api/garbage.test.ts'],
		env: {FORCE_COLOR: '1', LANDFALL_LISTING_RUNS: '100', LANDFALL_POLICY_RUNS: '24'},
		setupFiles: ['test/kit/fixtures/property-seed.ts'],
		testTimeout: 30_000,
		tags: [...faultTags],
	},
});
