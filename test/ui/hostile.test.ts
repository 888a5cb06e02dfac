import type {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {isSending} from '../../src/ui/keys/common-keys.ts';
import {openDemo} from '../kit/app/open.ts';
import {createTestTerminal} from '../kit/app/streams.ts';
import {recordTerminalEffects} from '../kit/app/terminal-effects.ts';
import {tour, tourProfile} from '../kit/app/tour.ts';
import {hostileText, hostileTexts} from '../kit/faults/hostile-texts.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createHostileService, type Field} from '../kit/services/hostile-service.ts';

/** Always the same texts for a seed. */
const hostileSample = (seed: number, count: number): readonly string[] =>
	fc.sample(hostileText, {seed, numRuns: count});

/** `command` runs for each concluded deployment. */
async function openHostile(seed: number, columns: number, command: readonly string[] = [], projectCount = 12) {
	const texts = hostileSample(seed, 400);
	const used = new Map<string, string>();
	const textOf = (field: string, index: number): string => {
		const key = `${field} ${index}`;
		if (!used.has(key)) used.set(key, texts[used.size % texts.length] ?? '');
		return used.get(key) ?? '';
	};
	const clock = createTestClock();
	const service = createHostileService({textOf, now: clock.now(), projectCount});
	const app = await openDemo({
		clock,
		columns,
		rows: 30,
		handle: service.handle,
		// It shows notifications, which name what the service sends.
		environment: {TERM: 'xterm-kitty'},
		profiles: [tourProfile],
		preferences: {
			rules: {scope: 'any', failuresOnly: false, bell: true, notifications: true, command},
		},
	});
	const visited = new Set<string>();
	app.session.store.subscribe(() => {
		const {screens, dialog} = app.state().interface;
		visited.add(dialog?.name ?? screens.at(-1)?.name ?? '');
	});
	await app.see(`1 of ${projectCount}`);
	return {app, service, visited, effects: recordTerminalEffects(app.terminal.emulator)};
}

test.each([
	[130, 1],
	[60, 2],
])(
	'obeys no hostile record at %i columns (seed %i)',
	{tags: ['fault-31', 'fault-60', 'fault-61']},
	async (columns, seed) => {
		const {app, service, effects} = await openHostile(seed, columns, ['notify']);
		await tour(app);
		// A change made elsewhere meanwhile.
		await app.go(['e', 'half a second'], 'Edit project');
		await app.type('x');
		service.renameProjects();
		await app.go('enter', 'Someone else changed it');
		await app.press('esc', '1', 'g', 't');
		// A new deployment and its conclusion: the notice, the bell, the command, the board, the activity.
		await app.see('Deploy ');
		await app.reply('y');
		await app.clock.advance(10_000);
		service.conclude();
		await app.clock.advance(30_000);
		await app.go(['2', 'j', 'j', 'i', 'esc', '3', 'j', 'j', '1'], / of \d+/);

		effects.expectOnlyOwn(app.terminal.writes);
		expect(app.terminal.writes.join('')).not.toContain('\u001B]52');
		const notifications = app.ran.filter(({program}) => program === 'notify');
		expect(notifications.length).toBeGreaterThan(0);
		for (const {facts = {}} of notifications) expect(Object.values(facts).join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
	},
);

const answers: ReadonlyArray<
	readonly [part: string, of: (text: string) => readonly [number, object | string, object?]]
> = [
	['a message', text => [422, {message: text}]],
	['the message of an error', text => [400, {error: {message: text, code: text}}]],
	['a title and a detail', text => [403, {title: text, detail: text}]],
	['an invalid field', text => [422, {errors: {[text]: [text]}}]],
	['a plain text', text => [500, text]],
	['the title of a page', text => [502, `<html><head><title>${text}</title></head><body>${text}</body></html>`]],
	['a page instead of data', text => [200, `<!doctype html><title>${text}</title>`]],
	['a request id', text => [404, {request_id: text}]],
	['a request id in a header', text => [503, '', {'x-request-id': text}]],
	['a content type', text => [200, 'no JSON', {'content-type': text}]],
	['a redirect', text => [302, '', {location: text}]],
	['the host of a redirect', text => [307, '', {location: `https://${text}.example/`}]],
	['a Retry-After', text => [429, '', {'retry-after': text, date: text}]],
	['a list that is a string', text => [200, {projects: text, request_id: text}]],
	['an unknown status', text => [599, {message: text}, {'x-request-id': text}]],
];

const writes: ReadonlyArray<readonly [keys: readonly string[], send: string]> = [
	[['t'], 'y'],
	[['a', 'half a second', 'x'], 'enter'],
	[['e', 'half a second', 'x'], 'enter'],
];

test('lets no part of an error response control the terminal', {tags: ['fault-62']}, async () => {
	const {app, service, effects, visited} = await openHostile(5, 160, [], 3);
	const texts = hostileSample(5, answers.length);
	let shown = 0;
	for (const [at, text] of texts.entries()) {
		const [part, answerOf] = answers[at % answers.length] ?? ['', () => [500, '']];
		const [status, body, headers = {}] = answerOf(`zq ${text}`);
		const answer = {
			status,
			headers: {'content-type': 'application/json', ...headers},
			body: typeof body === 'string' ? body : JSON.stringify(body),
		};
		// Reads: the list and a raw record.
		service.failWith(answer);
		await app.press('R', 'i');
		shown += /zq|points to|status|\(\d{3}\)/.test(app.screen()) ? 1 : 0;
		await app.press('esc');
		// A write. The reads before it succeed.
		const [keys, send] = writes[at % writes.length] ?? [[], ''];
		service.failWith(answer, method => method !== 'GET');
		await app.clock.advance(1000);
		await app.press(...keys, 'half a second', send);
		// A write that a busy service rejects is sent twice more.
		const isSent = () => !isSending(app.state());
		for (let second = 0; second < 10 && !isSent(); second++) await app.clock.advance(1000);
		expect(isSent(), part).toBe(true);
		await app.answer('u', 'c');
		await app.clock.advance(1000);
		await app.press('x', 'esc', 'esc', 'esc', '1');
	}

	expect(shown).toBeGreaterThan(texts.length / 2);
	for (const name of ['raw record', 'deploy', 'create', 'edit', 'unconfirmed change']) expect(visited).toContain(name);
	// A bulk action whose writes are all rejected, then a rejected key.
	service.failWith({status: 422, headers: {}, body: JSON.stringify({message: texts[0]})}, method => method !== 'GET');
	await app.press('1', ' ', 'j', ' ', 'j', 't');
	await app.reply(['2', 'enter']);
	await app.clock.advance(5000);
	await app.press('esc', '3', 'j', '1');
	service.failWith({status: 401, headers: {}, body: JSON.stringify({message: `zq ${texts[1]}`})});
	await app.go('R', 'rejected the key (401)');
	effects.expectOnlyOwn(app.terminal.writes);
});

/** Emoji are two cells wide, as in newer terminals. The default of the emulator is Unicode 6. */
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

const columns: ReadonlyArray<readonly [Field, string, string, readonly string[]]> = [
	['project name', 'PROJECT', 'UPLOAD', []],
	['project status', 'STATUS', 'DEPLOYMENT', []],
	['deployment conclusion', 'DEPLOYMENT', 'VERSION', []],
	['deployment environment_id', 'ENVIRONMENT', 'VERSION', ['enter']],
	['deployment conclusion', 'OUTCOME', 'ENVIRONMENT', ['enter']],
];

test.each(columns)(
	'keeps columns beside a hostile %s (%s)',
	{tags: ['fault-61']},
	async (hostile, title, next, keys) => {
		const clock = createTestClock();
		const isListed = keys.length === 0;
		const texts = ['some-name', 'another-name', ...hostileTexts];
		const textOf = (field: Field, index: number, projectIndex: number) => {
			if (field === 'next_cursor') return '';
			return (field === hostile ? texts[isListed ? projectIndex : index] : undefined) ?? 'word';
		};
		const [projectCount, deploymentCount] = isListed ? [texts.length, 1] : [2, texts.length];
		const service = createHostileService({textOf, now: clock.now(), projectCount, deploymentCount, hoursApart: 0});
		service.conclude();
		const size = {columns: 200, rows: texts.length + 30};
		// So that all rows are filled while the test waits, although they are more than on any screen.
		const app = await openDemo(
			{clock, ...size, handle: service.handle, rpm: 6000},
			isListed ? `1 of ${texts.length}` : '1 of 2',
		);
		await app.press(...keys);
		// Hides the details and loads the newest deployment of each project.
		if (isListed) await app.press('p');
		// Without focus, few frames are painted.
		await app.focus(false);
		await app.clock.advance(isListed ? 3000 : 0);
		await app.focus(true);
		const [head = -1, heading = ''] =
			[...app.lines().entries()].find(([, line]) => line.includes(title) && line.includes(next)) ?? [];
		const range = [Math.max(0, heading.indexOf(title) - 2), heading.indexOf(next) - 2] as const;
		const newer = createTestTerminal(size.columns, size.rows);
		applyNewerWidths(newer.emulator);
		for (const text of app.terminal.writes) newer.stdout.write(text);
		for (const {emulator} of [app.terminal, newer]) {
			const around = texts.slice(1).map((_, row) => cellsAround(emulator, head + 2 + row, range));
			expect(around[0]).toContain('v17');
			for (const [row, shown] of around.entries())
				expect(shown, JSON.stringify(texts[row + 1]?.slice(0, 40))).toBe(around[0]);
		}

		newer.close();
	},
);

test('copies hostile text only by a key, harmless to a shell', {tags: ['fault-60']}, async () => {
	const {app, effects} = await openHostile(6, 120, [], 5);
	for (let row = 0; row < 5; row++) {
		await app.press('y');
		for (let choice = 0; choice < 4; choice++) {
			await app.press('Y', ...Array.from({length: choice}, () => 'j'), 'enter', 'esc');
		}

		await app.press('j');
	}

	expect(app.copied().length).toBeGreaterThan(20);
	expect(app.copied().length).toBeLessThanOrEqual(25);
	for (const text of app.copied()) expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
	const records = app.copied().filter(text => text.startsWith('{'));
	expect(records.map(text => Object.keys(JSON.parse(text)))).toContainEqual(
		expect.arrayContaining(['id', 'upload_mode']),
	);
	effects.expectOnlyOwn(app.terminal.writes);
});

test('opens a hostile URL only if it is what it appears to be', {tags: ['fault-63']}, async () => {
	const {app, effects} = await openHostile(10, 120, [], 20);
	for (let row = 0; row < 20; row++) {
		await app.press('o', 'j');
		expect(app.terminal.emulator.buffer.active.type).toBe('alternate');
	}

	expect(app.ran.length).toBeGreaterThan(0);
	for (const {program, args} of app.ran) {
		expect(program).toBe('xdg-open');
		expect(args).toEqual([expect.stringMatching(/^https?:\/\/[\w.-]+\/[!-~]*$/)]);
		expect(args[0]).not.toMatch(/xn--|@[^/]*\//);
	}

	effects.expectOnlyOwn(app.terminal.writes);
});
