import {expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;

/** Control sequences and line breaks, next to text that could be a key. */
const hostile = 'not-a-key\u001B[31m\r\n\u001B]52;c;aGk=\u0007\u009B2J\u001B[5n\t\u202E\u0000\n';

async function openForm() {
	terminal = openTerminal({args: ['--base-url', 'http://127.0.0.1:9']});
	await terminal.see('There is no key for this address yet.');
	await terminal.see('enter next field');
}

test('a megabyte pasted as a key is rejected, hidden and harmless to the terminal', {tags: ['fault-68']}, async () => {
	await openForm();
	await terminal.see('▌ team API key');
	const before = terminal.written().length;
	terminal.paste(hostile.repeat(Math.ceil((1024 * 1024) / hostile.length)));
	await terminal.see('Too long for this field');
	await terminal.see(/▌ team API key +\(from the team settings/);
	const written = terminal.written().slice(before);
	expect(written).not.toContain('not-a-key');
	expect(written).not.toMatch(/\u001B\]|\u001B\[[25][Jn]|[\u0080-\u009F\u202E]/);
	expect(terminal.replies()).toBe('');
});

test('characters that no terminal shows are removed from pasted text', {tags: ['fault-68']}, async () => {
	await openForm();
	await terminal.press('up', 'ctrl+u');
	const before = terminal.written().length;
	terminal.paste(`https://a${hostile}`);
	await terminal.see(/address +https:\/\/anot-a-key\[31m \]52;c;aGk=2J\[5n +│$/m);
	expect(terminal.written().slice(before)).not.toMatch(/\u001B\]|\u001B\[[25][Jn]|[\u0080-\u009F\u202E]/);
});
