import {expect, test} from 'vitest';
import {updatedAtIn} from '../../src/api/decode.ts';
import {parseBaseUrl, parseRawPath, parseRecordUrl, requestedThing} from '../../src/api/endpoint.ts';
import {errorText, isWebPage, pageTitle, requestIdOf} from '../../src/api/error-body.ts';
import {parseHttpDate} from '../../src/api/retry-after.ts';
import {didYouMean} from '../../src/base/did-you-mean.ts';
import {linesIn, parseJsonObject} from '../../src/base/json.ts';
import {parseAsWritten, parseJson} from '../../src/base/parse-json.ts';
import {createEraser, createRedaction} from '../../src/base/redaction.ts';
import {cells, cut, pasteable, safe, serviceText, shellWord, visibleJson, wordLines} from '../../src/base/text.ts';
import {shellInput} from '../../src/cli/shells.ts';
import {answerFor, isAnswer, parseBody} from '../../src/model/confirmation.ts';
import {parseEdited} from '../../src/model/edited-fields.ts';
import {editLine} from '../../src/model/line-editor.ts';
import {parseCommand, rulesFrom} from '../../src/model/notification-rules.ts';
import {projectTitle} from '../../src/model/project-title.ts';
import {noWordMeanings, wordOutcome} from '../../src/model/status-words.ts';
import {suggestedCommand} from '../../src/model/suggested-commands.ts';
import {createKeySplitter} from '../../src/terminal/key-split.ts';
import {customize} from '../../src/ui/keys/custom-keys.ts';
import {runCommandLine} from '../kit/app/command.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

/** A pattern with a repetition may take quadratic time for a long run that ends with something else. */
const runs: readonly string[] = [
	...' \n\r\t"\'\\<&%#-:/?=.,[{(0aé\u001b\u0301\u200b\u2028',
	...['\u001b[1', '\u001b]8;;', '\\"', 'a+', '<a', '<title', '</script ', '&#0', '&amp;', '%25', '\\u00', '//a'],
	...['Bearer ', ' v1', 'a ', '""', '/v1/projects', 'landfall a'],
];

const short = 125_000;
/** Of all runs together. */
const long = 1_000_000;

/** Each run in it is long enough that quadratic time for one of them shows. */
const longName = 2_000_000;

const runOf = (part: string, length: number): string => `${part.repeat(Math.ceil(length / part.length))}\u2028x`;

const everyRun = (length: number): string => runs.map(part => runOf(part, length / runs.length)).join('');

const erase = createEraser('sk_live_+/"<&>9');
const {redact} = createRedaction();
const noScopes = {screens: {}, dialogs: {}, anywhere: [], always: []};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
	safe: text => [safe(text), safe(text, 10_000)],
	'other forms of a text': text => [pasteable(text), visibleJson(text), shellWord(text)],
	'a text of the service': text => serviceText(text).shown,
	'the width of a text': text => [cells(safe(text)), cut(safe(text), 80)],
	'lines of words': text => wordLines(safe(text, 100_000), 80),
	'removing a key': text => [erase(text), erase(text, true), redact(text)],
	'JSON that is valid': text => [
		parseJson(JSON.stringify({id: 1, text})),
		parseAsWritten(JSON.stringify({text, number: '1.0'}).replace('"1.0"', '1.0')),
		parseBody(JSON.stringify({text})),
		parseEdited(JSON.stringify({name: text})),
	],
	'JSON that is not valid': text => [parseJson(text), parseJson(`"${text}`), parseAsWritten(`{"a":${text}`)],
	'an error': text => [
		errorText(text, undefined),
		errorText('', {error: text, errors: text}),
		pageTitle(`<html>${text}`),
		isWebPage(text),
		requestIdOf({headers: new Map()}, {request_id: text}),
	],
	dates: text => [
		updatedAtIn({updated_at: text}),
		updatedAtIn({updated_at: `2026-01-01T00:00:00.${text}`}),
		parseHttpDate(text),
	],
	addresses: text => [
		parseBaseUrl(`https://x/${text}`),
		parseRawPath(text),
		parseRecordUrl('https://x', text),
		requestedThing(`/v1/projects/${text}`),
	],
	titles(text) {
		const name = serviceText(text);
		return [
			projectTitle({id: text, name, slug: name}),
			isAnswer(text, answerFor(name.shown, 'x')),
			wordOutcome(text, noWordMeanings),
			didYouMean('documents', [text]),
		];
	},
	'a suggested command': text => suggestedCommand('get', [text], {profile: text}),
	'a line of a shell': text => [shellInput('bash', [text, '']), shellInput('zsh', [text])],
	'rules of notifications': text => [parseCommand(text), rulesFrom({command: [text]})],
	'a key of keys.json': text => customize(noScopes, [{id: 'refresh', keys: [text], line: 1}]),
	'a file of settings': text => [
		linesIn(`{"a": null${',\n"a": null'.repeat(text.length / 11)}}`),
		parseJsonObject(`{"a": ${text}`),
	],
	'a line that is edited': text => [
		editLine({text, caret: text.length}, {kind: 'delete word'}),
		editLine({text, caret: 0}, {kind: 'insert', text}),
	],
	'a paste': text => createKeySplitter().push(`\u001b[200~${text}\u001b[201~`),
};

/** Fails if four times the length takes much more than four times as long. */
function expectLinear(read: (text: string) => unknown, textOf: (length: number) => string, longest: number): void {
	let before = Number.POSITIVE_INFINITY;
	for (let length = longest / 4 ** 6; length <= longest; length *= 4) {
		const text = textOf(length);
		// Quadratic time would be sixteen times as long. The limit leaves room for garbage collection.
		const limit = Math.max(12 * before, 300);
		let took = Number.POSITIVE_INFINITY;
		// An attempt may include garbage collection for earlier tests.
		for (let attempt = 0; attempt < 3 && took >= limit; attempt++) {
			const start = cpuTimeMs();
			read(text);
			took = Math.min(took, cpuTimeMs() - start);
		}

		expect(took, `${length} of ${JSON.stringify(text.slice(0, 12))}`).toBeLessThan(limit);
		before = took;
	}
}

for (const [name, read] of Object.entries(readers)) {
	test(`reads a text in linear time: ${name}`, {
		tags: ['fault-135'],
		timeout: 120_000,
	}, () => {
		for (const part of runs) expectLinear(read, length => runOf(part, length), short);
		expectLinear(read, everyRun, long);
	});
}

test.each([
	['ls', false],
	['ls', true],
	['get prj_1', true],
	['api GET projects/prj_1', true],
	['api GET projects/prj_1 --json', false],
])(
	'landfall %s takes linear time for long names (on a terminal: %s)',
	{tags: ['fault-135'], timeout: 120_000},
	async (line, isTerminal) => {
		let before = Number.POSITIVE_INFINITY;
		for (const length of [longName / 16, longName / 4, longName]) {
			const record = {...projectOnTheWire, name: everyRun(length), other: everyRun(length)};
			const page = JSON.stringify(line === 'ls' ? {projects: [record], request_id: 'r'} : record);
			const start = cpuTimeMs();
			const {code} = await runCommandLine(line, {
				isTerminal,
				handle: () => ({status: 200, headers: {'content-type': 'application/json'}, body: page}),
			});
			const took = cpuTimeMs() - start;
			expect([code, took < Math.max(9 * before, 500)], `${took} ms after ${before} ms`).toEqual([0, true]);
			before = took;
		}
	},
);
