import {expect, test} from 'vitest';
import {leaksOf, leakyFiles, leakyKey} from '../kit/app/leaks.ts';
import {openInShell} from '../kit/app/shell.ts';
import {openTerminal} from '../kit/app/terminal.ts';

const key = {LANDFALL_API_KEY: leakyKey};

const service = '--base-url https://example.com';
const unchecked = {NODE_TLS_REJECT_UNAUTHORIZED: '0', ...key};
const exposed = /NODE_TLS_REJECT_UNAUTHORIZED=0 would expose the key/;
const twoLines = {LANDFALL_API_KEY: `${leakyKey}\nX-Other: header`};
const sequence = {LANDFALL_API_KEY: `${leakyKey}\u001B]0;x\u0007`};

test.each<[what: string, line: string, env: Readonly<Record<string, string>>, sentence: RegExp]>([
	['an environment that turns off certificate checks', service, unchecked, exposed],
	['a key file that does not exist', `${service} --api-key-file /nowhere`, {}, /not be read/],
	['a key typed on the screen', `${service} --api-key-stdin`, {}, /--api-key-stdin is not read from a terminal/],
	['the same for a command', `ls ${service} --api-key-stdin`, {}, /--api-key-stdin is not read from a terminal/],
	['a key with a line break', service, twoLines, /it contains a space or a line break/],
	['a key in quotation marks', service, {LANDFALL_API_KEY: `"${leakyKey}"`}, /in quotation marks. Leave them out/],
	['a key with an escape sequence', service, sequence, /it contains a character that is not allowed in a key/],
	['a terminal that shows no escape sequences', '--demo', {TERM: 'dumb'}, /^With TERM=dumb .* --screen-reader\.\r\n$/],
])(
	'%s ends the program with one sentence and exit code 2',
	{tags: ['fault-24', 'fault-70', 'fault-71', 'fault-143']},
	async (_what, line, env, sentence) => {
		const terminal = openTerminal({args: line.split(' '), env});
		const {code} = await terminal.exited;
		const written = terminal.written();
		expect(written).toMatch(sentence);
		expect(written.trim().split('\n')).toHaveLength(1);
		expect(code).toBe(2);
		expect(written).not.toContain(leakyKey.slice(0, 5));
		expect([leaksOf(leakyKey, written), leakyFiles(leakyKey, terminal.directory)]).toEqual([[], []]);
	},
);

test.each([
	['output', '"$@" >/dev/null'],
	['input', '"$@" </dev/null'],
	['output, redirected to a file,', '("$@" >file; code=$?; test -s file || exit $code)'],
])('without a terminal for its %s, landfall says so and changes nothing', {tags: ['fault-69']}, async (_what, by) => {
	const terminal = openInShell(['--demo'], {by, env: {CI: 'true'}});
	await terminal.see('line settings restored');
	expect(terminal.written().trim().split('\r\n')).toEqual([
		'landfall needs a terminal, and this is not one. Try landfall --help.',
		'exited with 2',
		'line settings restored',
	]);
});
