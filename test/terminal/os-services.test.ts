import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plain, safe} from '../../src/base/text.ts';
import {createBrowse} from '../../src/terminal/browser.ts';
import {createCopy} from '../../src/terminal/clipboard.ts';
import {createNotifications, createTitle} from '../../src/terminal/notifications.ts';
import type {RunProgram} from '../../src/terminal/programs.ts';
import {linkTo} from '../../src/terminal/web-address.ts';
import {settled} from '../kit/fixtures/clock.ts';

function programs(present: readonly string[]) {
	const ran: string[] = [];
	const run: RunProgram = async (program, args) => {
		ran.push([program, ...args].join(' '));
		return present.includes(program);
	};
	return {run, ran};
}

function terminal() {
	const writes: string[] = [];
	return {writes, output: {write: (text: string) => writes.push(text) > 0}};
}

const xclip = 'xclip -selection clipboard';
const bySsh = {DISPLAY: ':0', SSH_TTY: '/dev/pts/1'};
const [tmux, screen] = [{TMUX: '/tmp/tmux-0/default,1,0'}, {STY: '1.pts-0'}];

test.each([
	['darwin', {}, ['pbcopy'], 'with pbcopy, and sent to the terminal'],
	['win32', {}, ['clip'], 'with clip, and sent to the terminal'],
	['linux', {WAYLAND_DISPLAY: 'w', DISPLAY: ':0'}, ['wl-copy'], 'with wl-copy, and sent to the terminal'],
	['linux', {DISPLAY: ':0'}, [xclip, 'xsel --clipboard --input'], 'with xsel, and sent to the terminal'],
	['linux', bySsh, [], 'sent to the terminal'],
	['linux', {}, [], 'sent to the terminal'],
	['linux', tmux, [], 'sent to the terminal. If tmux blocks it, run: tmux set -s set-clipboard on'],
	['linux', screen, [], 'sent to the terminal. If screen blocks it, select the text with the mouse'],
	['darwin', tmux, ['pbcopy'], 'with pbcopy, and sent to the terminal'],
])('on %s with %o, copying uses %o and names obstacles', async (platform, environment, expected, said) => {
	const {run, ran} = programs(['pbcopy', 'clip', 'wl-copy', 'xsel']);
	const {output, writes} = terminal();
	expect(await createCopy({output, environment, platform, run})([plain`dep_1`])).toBe(said);
	const sequence = '\u001B]52;c;ZGVwXzE=\u0007';
	const passedThrough = environment === tmux ? `\u001BPtmux;\u001B${sequence}\u001B\\` : `\u001BP${sequence}\u001B\\`;
	const isInMultiplexer = environment === tmux || environment === screen;
	expect([ran, writes]).toEqual([expected, [isInMultiplexer ? sequence + passedThrough : sequence]]);
});

test('clip on Windows gets UTF-16, which keeps every character', async () => {
	const inputs: unknown[] = [];
	const run: RunProgram = async (_program, _args, {input} = {}) => inputs.push(input) > 0;
	await createCopy({output: terminal().output, environment: {}, platform: 'win32', run})([plain`añ`, plain`→`]);
	expect(inputs).toEqual([Buffer.from('a\0\u00f1\0\n\0\u0092!', 'latin1')]);
});

test.each([
	[['xclip'], 'with xclip'],
	[[], 'no clipboard available'],
])('a text too long for the terminal is copied by %j: %s', async (present, said) => {
	const {output, writes} = terminal();
	const {run} = programs(present);
	const copy = createCopy({output, environment: {DISPLAY: ':0'}, platform: 'linux', run});
	expect([await copy([safe('x'.repeat(200_000), 200_000)]), writes]).toEqual([said, []]);
});

test.each<readonly [url: string, said: string]>([
	...['javascript:alert(1)', 'file:///etc/passwd', 'https://user:secret@example.com/', '--new-window', ''].map(
		url => [url, 'Not opened: only http and https addresses can be opened.'] as const,
	),
	['https://exämple.com/a b', 'Not opened: it actually leads to https://xn--exmple-cua.com/a%20b'],
	['https://p\u0430ypal.example', 'Not opened: it actually leads to https://xn--pypal-4ve.example/'],
	['https://good.example\u3002evil.example/', 'Not opened: it actually leads to https://good.example.evil.example/'],
	['http://2130706433/', 'Not opened: it actually leads to http://127.0.0.1/'],
	['https://ev\nil.example', 'Not opened: it actually leads to https://evil.example/'],
	['HTTPS://Example.com:444/ä b', 'Opened https://example.com:444/%C3%A4%20b with xdg-open'],
	['https://xn--exmple-cua.com', 'Opened https://xn--exmple-cua.com/ with xdg-open'],
])('opening %j says: %s', {tags: ['fault-63']}, async (url, said) => {
	const {run, ran} = programs(['xdg-open']);
	expect(await createBrowse({platform: 'linux', environment: {}, run})(url)).toBe(said);
	expect(ran).toHaveLength(said.startsWith('Opened') ? 1 : 0);
});

const page = 'https://example.com/a?b=%20$(c)&d';

test.each<[platform: string, environment: Readonly<Record<string, string>>, works: string, ran: readonly string[]]>([
	['linux', {}, 'xdg-open', [`xdg-open ${page}`]],
	['linux', {BROWSER: ''}, 'xdg-open', [`xdg-open ${page}`]],
	['linux', {BROWSER: 'firefox'}, 'firefox', [`firefox ${page}`]],
	['linux', {BROWSER: 'firefox'}, 'xdg-open', [`firefox ${page}`, `xdg-open ${page}`]],
	['linux', {BROWSER: ':w3m::/opt/b -n:'}, '/opt/b', [`w3m ${page}`, `/opt/b -n ${page}`]],
	['linux', {BROWSER: 'sh -c firefox\\ %s:%s:w3m'}, 'xdg-open', [`w3m ${page}`, `xdg-open ${page}`]],
	['linux', {WSL_DISTRO_NAME: 'Debian'}, 'wslview', [`wslview ${page}`]],
	['linux', {WSL_DISTRO_NAME: 'Debian'}, 'xdg-open', [`wslview ${page}`, `xdg-open ${page}`]],
	['darwin', {BROWSER: 'open -a Safari'}, 'open', [`open -a Safari ${page}`]],
	['win32', {BROWSER: String.raw`C:\b\b.exe -n;x`}, 'x', [String.raw`C:\b\b.exe -n ${page}`, `x ${page}`]],
	['win32', {}, 'rundll32', [`rundll32 url.dll,FileProtocolHandler ${page}`]],
])('on %s with %o, where only %s works, that opens an address', {tags: ['fault-149']}, async (...row) => {
	const [platform, environment, works, expected] = row;
	const {run, ran} = programs([works]);
	expect(await createBrowse({platform, environment, run})(page)).toBe(`Opened ${page} with ${works}`);
	expect(ran).toEqual(expected);
});

test('if nothing opens an address, every program tried is named', {tags: ['fault-149']}, async () => {
	const browse = createBrowse({platform: 'linux', environment: {BROWSER: 'firefox'}, run: programs([]).run});
	expect(await browse(page)).toBe(`firefox, xdg-open could not open ${page}`);
});

const notification = {
	title: safe('4;1;50 v1 done'),
	text: safe('production; 2s'),
	events: [{LANDFALL_PROJECT: plain`api`}],
};
const channels = {bell: true, notifications: true, command: []};
const osc9 = '\u001B]9;landfall: 4;1;50 v1 done · production; 2s\u0007';
const osc777 = '\u001B]777;notify;4,1,50 v1 done;production, 2s\u0007';

test.each<[environment: Readonly<Record<string, string>>, sent: string]>([
	[{}, '\u0007'],
	[{TERM_PROGRAM: 'iTerm.app'}, osc9],
	[{TERM_PROGRAM: 'WezTerm'}, osc9],
	[{TERM_PROGRAM: 'ghostty'}, osc9],
	[{TERM: 'xterm-kitty'}, osc9],
	[{TERM: 'foot'}, osc777],
	[{TERM: 'foot-extra'}, osc777],
	[{TERM: 'contour'}, osc777],
	[{TERM_PROGRAM: 'Apple_Terminal'}, '\u0007'],
	[{TERM_PROGRAM: 'vscode'}, '\u0007'],
	[{VTE_VERSION: '7600'}, '\u0007'],
	[{WT_SESSION: 'a'}, '\u0007'],
	[{TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/tmux'}, '\u0007'],
	[{TERM: 'screen-256color', TERM_PROGRAM: 'WezTerm'}, '\u0007'],
	[{TERM: 'xterm-kitty', ZELLIJ: '0'}, '\u0007'],
])('with %o, a notification comes once and injects nothing', {tags: ['fault-60', 'fault-138']}, (environment, sent) => {
	const sentFor = (rules: Partial<typeof channels>) => {
		const {output, writes} = terminal();
		const given = {output, environment: {TERM: 'xterm-256color', ...environment}, run: programs([]).run};
		createNotifications({...given, onProblem: () => {}})(notification, {...channels, ...rules});
		return writes;
	};
	expect(sentFor({})).toEqual([sent]);
	expect(sentFor({notifications: false})).toEqual(['\u0007']);
	expect(sentFor({bell: false})).toEqual(sent === '\u0007' ? [] : [sent]);
	expect(sentFor({bell: false, notifications: false})).toEqual([]);
});

test('notification commands run one after the other, and a failed one is reported', async () => {
	const problems: string[] = [];
	const ends: Array<(isDone: boolean) => void> = [];
	const run: RunProgram = () => new Promise(resolve => ends.push(resolve));
	const notify = createNotifications({
		output: terminal().output,
		environment: {},
		run,
		onProblem: text => problems.push(text),
	});
	for (let count = 0; count < 2; count++) notify(notification, {...channels, command: ['slow']});
	await settled();
	expect(ends).toHaveLength(1);
	ends[0]?.(false);
	await settled();
	expect([ends.length, problems]).toEqual([2, ['The command slow could not be run, or failed']]);
});

test('the original window title is saved before the first change, and restored once', {tags: ['fault-60']}, () => {
	const {output, writes} = terminal();
	const title = createTitle(output);
	title.restore();
	expect(writes).toEqual([]);
	const long = safe(`\u0007\u001B[2J${'x'.repeat(500)}`, 1000);
	for (const text of [plain`landfall`, plain`landfall`, long]) title.set(text);
	title.restore();
	title.restore();
	const cut = `\u001B]2;\uFFFD\uFFFD[2J${'x'.repeat(114)}…\u0007`;
	expect(writes).toEqual(['\u001B[22;0t\u001B]2;landfall\u0007', cut, '\u001B[23;0t']);
});

test.each<readonly [text: string, address: string | undefined]>([
	['https://docs.pages.example', 'https://docs.pages.example/'],
	['http://localhost:3000/a?b=c#d', 'http://localhost:3000/a?b=c#d'],
	['https://example.com/ä b', 'https://example.com/%C3%A4%20b'],
	...[
		'ssh://example.com',
		'https://u:p@example.com',
		'https://еxample.com',
		'https://0x7f.1',
		'docs.pages.example',
	].map(text => [text, undefined] as const),
	[`https://example.com/${'a'.repeat(2000)}`, undefined],
])('%s is linked to as %s', (text, address) => {
	expect(linkTo(text)).toBe(address);
});

test('no text of the service can break out of a link', () => {
	const part = fc.string({
		unit: fc.constantFrom('\u001B', '\\', '\u0007', '\u009C', ';', ']', '8', '\n', '\u202E', 'a', '/', '%'),
	});
	fc.assert(
		fc.property(part, part, (path, query) => {
			expect(linkTo(`https://example.com/${path}?${query}`) ?? '').toMatch(/^[!-~]*$/);
		}),
	);
});
