import type {Terminal} from '@xterm/headless';
import stringWidth from 'string-width';
import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {hostileTexts} from '../kit/faults/hostile-texts.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createHostileService, type Field} from '../kit/services/hostile-service.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Makes an emulator measure characters as newer terminals do, with emoji two cells wide. Its default is Unicode 6. */
function applyNewerWidths({unicode}: Terminal) {
	const wcwidth = (code: number) => Math.min(2, stringWidth(String.fromCodePoint(code))) as 0 | 1 | 2;
	unicode.register({
		version: 'newer',
		wcwidth,
		charProperties(code, before) {
			const width = wcwidth(code);
			const isJoined = width === 0 && before >> 1 > 0;
			return ((isJoined ? (before >> 1) & 3 : width) << 1) | Number(isJoined);
		},
	});
	unicode.activeVersion = 'newer';
}

/** Returns the cells of a line outside one column. */
function cellsAround({buffer, cols}: Terminal, row: number, [from, to]: readonly [number, number]): string {
	const line = buffer.active.getLine(row);
	const shown = Array.from({length: cols}, (_, at) =>
		at >= from && at < to ? '' : line?.getCell(at)?.getChars() || ' ',
	).join('');
	// A status also changes the sign before the name. Details beside the list belong to the selected row.
	return shown
		.replace(/[◌◐✔✖⊘◇]/g, '?')
		.replace(/word-\d+ */, '')
		.replace(/│.*/, '');
}

const widthTables = ['by Unicode 6', 'as newer terminals do'] as const;

/** The hostile field, the titles of its column and of the next one, and the keys that open the list. */
const columns: ReadonlyArray<readonly [Field, string, string, readonly string[]]> = [
	['project name', 'PROJECT', 'VERSION', []],
	['project status', 'STATUS', 'LAST', []],
	['deployment conclusion', 'LAST DEPLOYMENT', 'MODE', []],
	['deployment environment_id', 'ENVIRONMENT', 'VERSION', ['enter']],
	['deployment conclusion', 'OUTCOME', 'ENVIRONMENT', ['enter']],
];

const cases = columns.flatMap(column => widthTables.map(table => [table, ...column] as const));

test.each(cases)(
	'measured %s, a hostile %s does not shift the columns beside %s',
	{tags: ['fault-61']},
	async (table, hostileField, title, next, keys) => {
		const clock = createTestClock();
		const isListed = !keys.length;
		const texts = ['some-name', 'another-name', ...hostileTexts];
		const textOf = (field: Field, index: number, projectIndex: number) => {
			if (field === 'next_cursor') return '';
			return (field === hostileField ? texts[isListed ? projectIndex : index] : undefined) ?? 'word';
		};
		const [projectCount, deploymentCount] = isListed ? [texts.length, 1] : [2, texts.length];
		const service = createHostileService({
			textOf,
			now: clock.now(),
			projectCount,
			deploymentCount,
			hoursApart: 0,
		});
		service.conclude();
		const size = {columns: 200, rows: texts.length + 30};
		// So that all rows are filled while the test waits, although they are more than on any screen.
		app = await openDemo({clock, ...size, handle: service.handle, requestsPerMinute: 600});
		if (table !== 'by Unicode 6') applyNewerWidths(app.terminal.emulator);
		await app.see(isListed ? `1 of ${texts.length}` : '1 of 2');
		await app.press(...keys);
		// Hides the details and loads the newest deployment of each project.
		if (isListed) await app.press('p');
		await app.clock.advance(isListed ? 40_000 : 0);
		const [head = -1, heading = ''] =
			[...app.terminal.lines().entries()].find(([, line]) => line.includes(title) && line.includes(next)) ?? [];
		const from = Math.max(0, heading.indexOf(title) - 2);
		const to = heading.indexOf(next) - 2;
		const around = Array.from({length: texts.length - 1}, (_, row) =>
			cellsAround(app.terminal.emulator, head + 2 + row, [from, to]),
		);
		expect(around[0]).toContain('v17');
		for (const [row, shown] of around.entries())
			expect(shown, JSON.stringify(texts[row + 1]?.slice(0, 40))).toBe(around[0]);
	},
);
