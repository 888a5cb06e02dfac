import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// Styled lines are compared with their styles; the machine that runs the tests must not decide whether there are any.
		env: {FORCE_COLOR: '1'},
		testTimeout: 30_000,
		// The rows of the table of faults that a test proves.
		tags: Array.from({length: 82}, (_, at) => ({name: `fault-${at + 1}`})),
	},
});
