import {expect, test} from 'vitest';
import {optionTable} from '../../src/command-line/command-table.ts';
import {helpText} from '../../src/command-line/help-text.ts';

test('help names every option and fits on the smallest terminal', () => {
	const lines = helpText().trimEnd().split('\n');
	for (const {name} of optionTable) expect(helpText()).toContain(`--${name}`);
	expect(lines.length).toBeLessThanOrEqual(24);
	expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(79);
});
