import fc from 'fast-check';
import {expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {createOutput, type Output} from '../../src/commands/output.ts';
import {createTheme} from '../../src/ui/themes.ts';
import {hostileTexts} from '../kit/faults/hostile-texts.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

const commands: ReadonlyArray<readonly [system: string, line: string, isCommand: RegExp]> = [
	['GitHub', '::set-output name=a::b', /^\s*::/],
	['GitHub, in its first form', '##[add-mask]x', /##\[/],
	['Azure', '##vso[task.setvariable variable=a]b', /##vso\[/i],
	['TeamCity', "##teamcity[setParameter name='a' value='b']", /##teamcity\[/i],
	['Travis', 'travis_fold:start:a', /^\s*travis_(?:fold|time):/],
	['GitLab', 'section_start:1:a\r\u001b[0K', /^\s*section_(?:start|end):/],
	['Buildkite', '--- group', /^\s*---/],
	['Buildkite, for an open group', '+++ group', /^\s*\+\+\+/],
	['Buildkite, for a muted group', '~~~ group', /^\s*~~~/],
	['Buildkite, for the group before', '^^^ +++', /^\s*\^\^\^/],
];

const text = fc
	.array(
		fc.oneof(
			{weight: 3, arbitrary: fc.constantFrom(...commands.map(([, line]) => line))},
			fc.constantFrom(...' \t\n\r\u200b\u200d\u0000\ufe0f:#-a', '\r\n', '\u001b[31m'),
			fc.constantFrom(...hostileTexts),
		),
		{minLength: 1, maxLength: 6},
	)
	.map(parts => parts.join(''));

/** Without what a log viewer hides. */
const visibleLines = (printed: string) =>
	printed.replace(/\u001b\[[\d;:]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '').split(/[\r\n]/);

function expectNoCommand(printed: string): void {
	for (const line of visibleLines(printed)) {
		for (const [system, , isCommand] of commands) expect(line, system).not.toMatch(isCommand);
	}
}

function printed(print: (output: Output) => void, {isTTY = false, isJson = false, columns = 80} = {}): string {
	const parts: string[] = [];
	const stream = {isTTY, columns, write: (part: string) => parts.push(part) > 0} as never;
	const {paint} = createTheme({hasColor: true, isTrueColor: false, hasLinks: true, isAscii: false});
	print(
		createOutput({
			stdout: stream,
			stderr: stream,
			isJson,
			isQuiet: false,
			clock: createTestClock(),
			paint,
			signal: AbortSignal.abort(),
		}),
	);
	return parts.join('');
}

const printEverything = (hostile: string, isTTY: boolean): string =>
	[false, true]
		.map(isJson =>
			printed(
				output => {
					const shown = safe(hostile);
					output.print(shown);
					output.paint([{text: shown, tone: 'bad'}]);
					output.fields([hostile, 1, undefined, hostile]);
					output.document({[hostile]: hostile, list: [hostile]});
					output.document([hostile], true);
					output.note(shown);
					output.fail({exitCode: 1, message: shown});
					output.progress(shown);
					output.progress(undefined);
				},
				{isTTY, isJson},
			),
		)
		.join('');

test.each([true, false])('no text of the service becomes a command of a CI system (on a terminal: %s)', isTTY => {
	fc.assert(fc.property(text, hostile => expectNoCommand(printEverything(hostile, isTTY))));
});

test('a field cut from a line is no command either', () => {
	fc.assert(
		fc.property(text, hostile => {
			const line = printed(output => output.fields(['a', hostile, hostile]));
			for (const field of line.split('\t')) expectNoCommand(field);
		}),
	);
});

test('printed JSON keeps its meaning, and neither it nor another answer contains a command', () => {
	fc.assert(
		fc.property(text, fc.constantFrom(undefined, 2), (hostile, indent) => {
			const answer = printed(output => output.raw(JSON.stringify([hostile], undefined, indent)));
			const written = printed(output => output.document([hostile]));
			for (const json of [answer, written]) {
				expectNoCommand(json);
				expect(JSON.parse(json)).toEqual([hostile]);
			}

			expect(written.trimEnd()).not.toMatch(/\p{Cc}/u);
			expectNoCommand(printed(output => output.raw(`${hostile}\n${hostile}`)));
		}),
	);
});

test.each([20, 80])('progress in %i columns leaves room for the ^C of the terminal', columns => {
	const progress = printed(output => output.progress(safe('x'.repeat(200))), {isTTY: true, columns});
	expect(progress).toMatch(new RegExp(`^\\r[x…]{${columns - 3}}\u001B\\[K$`));
});

test('a sentence wraps between words, but a command at its end does not', () => {
	const say = (text: string, isTTY: boolean) => printed(output => output.complain(safe(text)), {isTTY, columns: 40});
	const [first, last] = ['landfall does not know whether docs was', 'deployed.'];
	expect(say(`${first} ${last}`, true)).toBe(`${first}\n${last}\n`);
	expect(say(`${first} ${last}`, false)).toBe(`${first} ${last}\n`);
	const command = 'landfall reconcile 9b2c --base-url https://api.example.com';
	expect(say(`To find out: ${command}`, true)).toBe(`To find out:\n${command}\n`);
	expect(say('To find out: landfall reconcile 9b', true)).toBe('To find out: landfall reconcile 9b\n');
	expect(say(`${'x'.repeat(50)} is no project.`, true)).toBe(`${'x'.repeat(50)}\nis no project.\n`);
});
