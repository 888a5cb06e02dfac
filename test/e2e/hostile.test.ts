import {expect, test} from 'vitest';
import {openTerminal} from '../kit/app/terminal.ts';

test('the columns of a command stay in line where the terminal takes a name for wider or narrower', {
	tags: ['fault-60'],
}, async () => {
	const terminal = openTerminal({args: ['ls', '--demo', '--world', 'hostile', '--limit', '20']});
	const ending = 'adds the newest deployment';
	await terminal.see(ending);
	const rows = terminal.screen().split('\n');
	const from = rows.findIndex(row => row.startsWith('PROJECT')) + 1;
	const to = rows.findIndex(row => row.startsWith('There are more'));
	expect(to - from).toBe(20);
	const end = rows[from - 1]?.length ?? 0;
	const {active} = terminal.emulator.buffer;
	for (let row = from; row < to; row++)
		expect(active.getLine(active.viewportY + row)?.translateToString(false, end - 10, end)).toMatch(
			/^ +(?:\S+ ago|just now)$/,
		);
});
