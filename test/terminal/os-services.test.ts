import {expect, test} from 'vitest';
import {plain, safe} from '../../src/base/text.ts';
import {createBrowse} from '../../src/terminal/browser.ts';
import {createCopy} from '../../src/terminal/clipboard.ts';
import {createNotifications, createTitle} from '../../src/terminal/notifications.ts';
import type {RunProgram} from '../../src/terminal/programs.ts';
import {settled} from '../kit/fixtures/clock.ts';

/** Returns a runner that succeeds only for the given programs, and records what ran. */
function programs(present: readonly string[]) {
	const ran: string[] = [];
	const run: RunProgram = async (program, args) => {
		ran.push([program, ...args].join(' '));
		return present.includes(program);
	};
	return {run, ran};
}

/** Returns a terminal that records its writes. */
function terminal() {
	const writes: string[] = [];
	return {writes, output: {write: (text: string) => writes.push(text) > 0}};
}

test.each([
	['darwin', {}, ['pbcopy'], 'with pbcopy, and sent to the terminal'],
	['win32', {}, ['clip'], 'with clip, and sent to the terminal'],
	['linux', {WAYLAND_DISPLAY: 'w', DISPLAY: ':0'}, ['wl-copy'], 'with wl-copy, and sent to the terminal'],
	[
		'linux',
		{DISPLAY: ':0'},
		['xclip -selection clipboard', 'xsel --clipboard --input'],
		'with xsel, and sent to the terminal',
	],
	['linux', {DISPLAY: ':0', SSH_TTY: '/dev/pts/1'}, [], 'sent to the terminal'],
	['linux', {}, [], 'sent to the terminal'],
])('on %s with %o, copying uses %o', async (platform, environment, expected, said) => {
	const {run, ran} = programs(['pbcopy', 'clip', 'wl-copy', 'xsel']);
	const {output, writes} = terminal();
	expect(await createCopy({output, environment, platform, run})([plain`dep_1`])).toBe(said);
	expect(ran).toEqual(expected);
	expect(writes).toEqual(['\u001B]52;c;ZGVwXzE=\u0007']);
});

test('on Windows, clip gets a text in the encoding in which it keeps every character', async () => {
	const inputs: unknown[] = [];
	const run: RunProgram = async (_program, _args, {input} = {}) => inputs.push(input) > 0;
	await createCopy({output: terminal().output, environment: {}, platform: 'win32', run})([plain`añ`, plain`→`]);
	expect(inputs).toEqual([Buffer.from('a\0\u00f1\0\n\0\u0092!', 'latin1')]);
});

test.each([
	[
		'tmux',
		{TMUX: '/tmp/tmux-0/default,1,0'},
		/sent to the terminal\. If tmux blocks it, run: tmux set -s set-clipboard on$/,
	],
	['screen', {STY: '1.pts-0'}, /sent to the terminal\. If screen blocks it, select the text with the mouse$/],
	['no multiplexer', {}, /^sent to the terminal$/],
	['tmux, to a tool of this machine,', {TMUX: '/tmp/tmux-0', DISPLAY: ':0'}, /^with xclip, and sent to the terminal$/],
] as const)('a copy through %s says what may be in the way', async (_name, environment, said) => {
	const {run} = programs(['xclip']);
	const copy = createCopy({output: {write: () => true}, environment, platform: 'linux', run});
	expect(await copy([plain`dep_1`])).toMatch(said);
});

test('text too long for the terminal is copied by a tool only, or the copy reports that no clipboard is available', async () => {
	const {output, writes} = terminal();
	const long = 'x'.repeat(200_000);
	const copy = (present: readonly string[]) =>
		createCopy({output, environment: {DISPLAY: ':0'}, platform: 'linux', run: programs(present).run})([
			safe(long, long.length),
		]);
	expect(await copy(['xclip'])).toBe('with xclip');
	expect(await copy([])).toBe('no clipboard available');
	expect(writes).toEqual([]);
});

test('only http and https urls whose host is written plainly are opened in a browser', {
	tags: ['fault-63'],
}, async () => {
	const {run, ran} = programs(['xdg-open']);
	const browse = createBrowse({platform: 'linux', environment: {}, run});
	for (const url of [
		'javascript:alert(1)',
		'file:///etc/passwd',
		'ftp://example.com',
		'https://user:secret@example.com/',
		'--new-window',
		'not an address',
		'',
	]) {
		expect(await browse(url)).toContain('only http and https addresses');
	}

	expect(ran).toEqual([]);
	for (const [url, target] of [
		['https://exämple.com/a b', 'https://xn--exmple-cua.com/a%20b'],
		['https://p\u0430ypal.example', 'https://xn--pypal-4ve.example/'],
		['https://good.example\u3002evil.example/', 'https://good.example.evil.example/'],
		['http://2130706433/', 'http://127.0.0.1/'],
		['https://ev\nil.example', 'https://evil.example/'],
	] as const) {
		expect(await browse(url)).toBe(`Not opened: it actually leads to ${target}`);
	}

	expect(ran).toEqual([]);
	expect(await browse('HTTPS://Example.com:444/ä b')).toBe('Opened https://example.com:444/%C3%A4%20b with xdg-open');
	expect(await browse('https://xn--exmple-cua.com')).toContain('Opened');
	expect(ran).toEqual(['xdg-open https://example.com:444/%C3%A4%20b', 'xdg-open https://xn--exmple-cua.com/']);
	expect(await createBrowse({platform: 'darwin', environment: {}, run})('http://x.example')).toBe(
		'open could not open http://x.example/',
	);
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
])('on %s with %o, of which %s works, an address is opened by that', {tags: ['fault-149']}, async (...row) => {
	const [platform, environment, works, expected] = row;
	const {run, ran} = programs([works]);
	expect(await createBrowse({platform, environment, run})(page)).toBe(`Opened ${page} with ${works}`);
	expect(ran).toEqual(expected);
});

test('if nothing opens an address, all that was tried is named', {tags: ['fault-149']}, async () => {
	const browse = createBrowse({platform: 'linux', environment: {BROWSER: 'firefox'}, run: programs([]).run});
	expect(await browse(page)).toBe(`firefox, xdg-open could not open ${page}`);
});

const notification = {
	title: safe('4;1;50 v1 done'),
	text: safe('production; 2s'),
	events: [{LANDFALL_PROJECT: plain`api`}],
};
const channels = {hasBell: true, hasNotices: true, command: []};
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
])(
	'a terminal with %o gets a notification in one way, into which nothing can inject sequences',
	{tags: ['fault-60', 'fault-138']},
	(environment, sent) => {
		const sentFor = (rules: Partial<typeof channels>) => {
			const {output, writes} = terminal();
			const given = {output, environment: {TERM: 'xterm-256color', ...environment}, run: programs([]).run};
			createNotifications({...given, onProblem: () => {}})(notification, {...channels, ...rules});
			return writes;
		};
		expect(sentFor({})).toEqual([sent]);
		expect(sentFor({hasNotices: false})).toEqual(['\u0007']);
		expect(sentFor({hasBell: false})).toEqual(sent === '\u0007' ? [] : [sent]);
		expect(sentFor({hasBell: false, hasNotices: false})).toEqual([]);
	},
);

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

test('the original window title is saved before the first change, and restored once', () => {
	const {output, writes} = terminal();
	const title = createTitle(output);
	title.restore();
	expect(writes).toEqual([]);
	for (const text of [plain`landfall`, plain`landfall`, plain`landfall · acme`]) title.set(text);
	title.restore();
	title.restore();
	expect(writes).toEqual(['\u001B[22;0t\u001B]2;landfall\u0007', '\u001B]2;landfall · acme\u0007', '\u001B[23;0t']);
});

test('a project name cannot inject sequences through the window title, nor make it too long', {
	tags: ['fault-60'],
}, () => {
	const {output, writes} = terminal();
	createTitle(output).set(safe(`\u0007\u001B[2J${'x'.repeat(500)}`, 1000));
	expect(writes[0]).toMatch(/^\u001B\[22;0t\u001B\]2;\uFFFD\uFFFD\[2Jx{114}…\u0007$/);
});
