import {expect, test} from 'vitest';
import {commandTable, optionTable} from '../../src/command-line/command-table.ts';
import {helpText} from '../../src/command-line/help-text.ts';

const linesOf = (text: string) => text.trimEnd().split('\n');

test('the overview names every command and fits on the smallest terminal', () => {
	for (const {name} of commandTable) expect(helpText()).toMatch(new RegExp(`\\b${name}\\b`));
	expect(linesOf(helpText()).length).toBeLessThanOrEqual(24);
	expect(Math.max(...linesOf(helpText()).map(line => line.length))).toBeLessThanOrEqual(79);
});

test('every option is explained where it applies', () => {
	for (const {name, places} of optionTable) {
		for (const place of places) {
			if (place !== 'demo') expect(helpText(place), place).toContain(`--${name}`);
		}
	}
});

test.each(['screens', ...commandTable.map(({name}) => name)])('the help of %s fits in 79 columns', name => {
	expect(Math.max(...linesOf(helpText(name)).map(line => line.length))).toBeLessThanOrEqual(79);
});

test('the help of the commands that follow deployments says what decides and what a line contains', () => {
	expect(helpText('wait')).toContain('by --ok and --bad, then by your own');
	for (const name of ['wait', 'watch']) expect(helpText(name)).toContain('environment, version, status, conclusion');
	expect(helpText('ls')).not.toContain('tabs separate');
});
