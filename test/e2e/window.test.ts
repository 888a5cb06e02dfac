import {execFileSync} from 'node:child_process';
import {readlinkSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;

/** Expects a complete screen: header, rows, blank lines, and the two lines at the bottom. */
async function expectComplete(columns: number, header: RegExp, rows: RegExp) {
	await terminal.see(new RegExp(`^${header.source}.{0,${columns}}(live|reading)`));
	await terminal.see(/enter deployments.*$/);
	const lines = terminal.screen().split('\n');
	const status = lines.findLastIndex(line => line.startsWith(' 1 of 12'));
	const body = lines.slice(lines[1]?.includes('PROJECT') ? 2 : 1, status);
	const blanks = body.indexOf('');
	for (const line of blanks < 0 ? body : body.slice(0, blanks)) expect(line).toMatch(rows);
	expect(blanks < 0 ? [] : body.slice(blanks).filter(line => line !== '')).toEqual([]);
	expect(lines.slice(status, -1).join('\n')).toMatch(/^ 1 of 12$/);
}

const latest = /(?:…|–|\S+ +v\d+)(?: .*)?/.source;
const wideRow = new RegExp(`^[ ▌][·◌◐✔✖⊘◇] \\S.* v\\d+ +(?:\\S+ +)?${latest}$`);

test.each([
	[120, 24],
	[40, 12],
	[80, 50],
	[10, 3],
	[1, 1],
])(
	'after a resize from %d × %d to 80 × 24 nothing of the old screen is left',
	{tags: ['fault-66']},
	async (columns, rows) => {
		terminal = openTerminal({args: ['--demo', '--world', 'quiet'], columns, rows});
		await terminal.see(columns < 10 ? /^/ : rows < 4 ? '✖0 ◐0' : '1 of 12');
		await terminal.wrote(written => written.includes('\u001B[?2026l'));
		terminal.resize(80, 24);
		await terminal.see(/DEPLOYMENT +VERSION .*WHEN *\n/);
		await expectComplete(80, / landfall {2}demo {2,}1 Projects {2}2 Board {2}3 Activity {2}4 Versions .*/, wideRow);
	},
);

test('two hundred resizes, some to zero, end with a complete screen', {tags: ['fault-66']}, async () => {
	terminal = await openList();
	const device = readlinkSync(`/proc/${terminal.pid}/fd/0`);
	for (let step = 0; step < 200; step++) {
		// Set by stty, because the emulator needs at least one cell.
		if (step % 20 === 10) execFileSync('stty', ['-F', device, 'columns', '0', 'rows', '0']);
		else if (step % 20 === 0) terminal.resize(1, 1);
		else terminal.resize(20 + ((step * 37) % 140), 4 + ((step * 7) % 40));
		await new Promise(resolve => setImmediate(resolve));
	}

	terminal.resize(120, 24);
	await terminal.see('UPDATED');
	terminal.resize(80, 24);
	await terminal.see(/DEPLOYMENT +VERSION .*WHEN *\n/);
	await expectComplete(80, / landfall {2}demo {2,}1 Projects {2}2 Board {2}3 Activity {2}4 Versions .*/, wideRow);
	await terminal.go('j', '2 of 12');
});
