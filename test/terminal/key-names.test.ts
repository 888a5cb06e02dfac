import {expect, test} from 'vitest';
import {keyName} from '../../src/terminal/key-names.ts';

test.each([
	['\u001BOA', 'up', 'as terminals in application mode write it'],
	['\u001BOH', 'home', 'as terminals in application mode write it'],
	['\u001B[1~', 'home', 'as the VT220 writes it'],
	['\u001B[4~', 'end', 'as the VT220 writes it'],
	['\u001B[7~', 'home', 'as rxvt writes it'],
	['\u001B[8~', 'end', 'as rxvt writes it'],
	['\u001B[1;5A', 'ctrl+up', 'with a modifier'],
	['\u001B[1;2B', 'shift+down', 'with a modifier'],
	['\u001B[5;7~', 'ctrl+alt+pageUp', 'with two modifiers'],
	['\u001A', 'ctrl+z', 'as a control character'],
	['\u001Bd', 'alt+d', 'as a letter after an escape'],
	['\u001B[3;5~', 'ctrl+delete', 'with a modifier'],
	['\b', 'backspace', 'as old terminals write it'],
	['\u001BOP', 'F1', 'as xterm writes it'],
	['\u001BOR', 'F3', 'as xterm writes it'],
	['\u001B[11~', 'F1', 'as the VT220 writes it'],
	['\u001B[15~', 'F5', 'as xterm writes it'],
	['\u001B[24;2~', 'shift+F12', 'with a modifier'],
	['\u001B[1;5P', 'ctrl+F1', 'with a modifier'],
	['\u001B[[C', 'F3', 'as the Linux console writes it'],
	['\u001Bb', 'alt+b', 'as a letter after an escape'],
	['\u001B\u007F', 'alt+backspace', 'after an escape'],
	['\u001Bé', 'alt+é', 'beyond ASCII, after an escape'],
	['\u001C', 'ctrl+\\', 'as a control character'],
	['ü', 'ü', 'beyond ASCII'],
	['👩‍🚀', '👩‍🚀', 'of several code points'],
])('the key sequence %j means %s %s', (sequence, name) => {
	expect(keyName(sequence)).toBe(name);
});

test.each(['\u001B[I', '\u001B[99~', '\u001B[?1;2c', '\u001B[M'])('the sequence %j has no key name', text => {
	expect(keyName(text)).toBeUndefined();
});
