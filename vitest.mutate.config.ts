import {defineConfig} from 'vitest/config';

/** The tests that mutants must survive: those of pure code, and of the client. What needs a terminal or a bundle is too slow to be run hundreds of times. */
export default defineConfig({
	test: {
		include: ['test/api/**/*.test.ts', 'test/store/**/*.test.ts', 'test/text.test.ts'],
		env: {FORCE_COLOR: '1', LANDFALL_DECODE_RUNS: '300'},
		testTimeout: 30_000,
	},
});
