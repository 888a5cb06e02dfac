import {execFileSync} from 'node:child_process';
import {readlinkSync} from 'node:fs';
import {expect, test} from 'vitest';
import {openTerminal} from '../kit/app/terminal.ts';

const header = /^ (?:landfall {2})?demo {2,}1 Projects {2}2 Board {2}3 Activity {2}4 Versions .*all of it/;
const row = /^[ ▌][·◌◐✔✖⊘◇] \S.* (?:active|paused|archived|error) +(?:–|\S+ +v\d+)(?: .*)?$/;

test.each([
	[80, 24],
	[1, 1],
])('after two hundred resizes from %i × %i on, the screen is complete', {tags: ['fault-66']}, async (columns, rows) => {
	const terminal = openTerminal({args: ['--demo', '--world', 'quiet'], columns, rows});
	await terminal.wrote(written => written.includes('\u001B[?2026l'));
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
	await terminal.see(/enter deployments.*$/);
	const lines = (await terminal.see(header)).split('\n');
	const status = lines.indexOf(' 1 of 12');
	const body = lines.slice(2, status);
	for (const line of body.slice(0, 12)) expect(line).toMatch(row);
	expect(body.slice(12).filter(line => line !== '')).toEqual([]);
	expect(lines.slice(status)).toHaveLength(2);
	await terminal.go('j', '2 of 12');
});
