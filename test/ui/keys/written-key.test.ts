import {expect, test} from 'vitest';
import {keyName} from '../../../src/terminal/input/key-names.ts';
import {parseWrittenKey} from '../../../src/ui/keys/custom/written-key.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';

test.each([
	['x', 'x'],
	['X', 'X'],
	['é', 'é'],
	['space', ' '],
	[' ', ' '],
	['+', '+'],
	['ctrl+x', 'ctrl+x'],
	['Ctrl+x', 'ctrl+x'],
	['ctrl+space', 'ctrl+ '],
	['ctrl+_', 'ctrl+_'],
	['alt+x', 'alt+x'],
	['alt+X', 'alt+X'],
	['shift+tab', 'shift+tab'],
	['PgDn', 'pageDown'],
	['pagedown', 'pageDown'],
	['Enter', 'enter'],
	['f5', 'F5'],
	['shift+F5', 'shift+F5'],
	['shift+ctrl+left', 'ctrl+shift+left'],
	['alt+enter', 'alt+enter'],
])('%s is a key', (written, key) => {
	expect(parseWrittenKey(written)).toEqual({key});
});

test.each([
	['', 'a key is missing'],
	['gg', 'gg is not one key, such as x, ctrl+x, PgDn or F5'],
	['F13', 'F13 is not one key, such as x, ctrl+x, PgDn or F5'],
	['cmd+x', 'terminals do not send cmd: use ctrl, alt or shift'],
	['shift+x', 'write X instead of shift+x'],
	['ctrl+X', 'terminals send ctrl+X as ctrl+x'],
	['ctrl+shift+x', 'write X instead of ctrl+shift+x'],
	['ctrl+i', 'terminals send ctrl+i as tab'],
	['ctrl+m', 'terminals send ctrl+m as enter'],
	['ctrl+h', 'terminals send ctrl+h as backspace'],
	['ctrl+1', 'terminals do not send ctrl+1'],
	['ctrl+,', 'terminals do not send ctrl+,'],
	['ctrl+alt+x', 'terminals do not send ctrl+alt+x'],
	['ctrl+enter', 'terminals send ctrl+enter as enter'],
	['ctrl+esc', 'terminals do not send ctrl+esc'],
	['shift+F3', 'terminals do not send shift+F3'],
	['shift+space', 'terminals send shift+space as space'],
	['alt+[', 'terminals do not send alt+['],
	['\u0001', 'a key is written by its name, such as enter or ctrl+x'],
])('%j is not a key that terminals send', (written, fault) => {
	expect(parseWrittenKey(written)).toEqual({fault});
});

test('every key that a terminal sends can be written by its name', () => {
	for (const sequence of Object.values(keySequences)) {
		const name = keyName(sequence);
		expect(parseWrittenKey(name ?? '')).toEqual({key: name});
	}
});
