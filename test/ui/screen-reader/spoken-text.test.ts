import fc from 'fast-check';
import {expect, test} from 'vitest';
import {spokenLines, spokenText} from '../../../src/ui/render/spoken-text.ts';
import {createAnnouncer} from '../../../src/ui/screen-reader/speaker.ts';

test.each([
	['\u001B[1mdocs\u001B[22m   v17  active', 'docs, v17, active'],
	['acme · api.example.com', 'acme, api.example.com'],
	['concluded   –', 'concluded, none'],
	['queued → building', 'queued to building'],
	['enter l →   details', 'enter l right, details'],
	['✔ 31  ✖ 2', 'succeeded 31, failed 2'],
	['✔ succeeded', 'succeeded'],
	['docs   v17        ↓', 'docs, v17'],
	['docs   v17   24s ago↑', 'docs, v17, 24s ago'],
	['Nothing matches.   Press L to load more.', 'Nothing matches. Press L to load more.'],
	['1 of 18 · ✖1 ◐0', '1 of 18, failed 1, in progress 0'],
	['▌ name   docs', 'name, docs'],
	['╭────╮', ''],
	['│ ▁▂▅ │', ''],
	['   ', ''],
])('%j is spoken as %j', (line, spoken) => {
	expect(spokenText(line)).toBe(spoken);
});

test('of a list the selected row is spoken, its name first and its outcome last, and then the columns', () => {
	expect(spokenLines(['   PROJECT   VERSION  ', ' ✔ api   v3', '▌✖ docs   v17  failure ', ' ✔ web   v1'])).toEqual([
		'docs, v17, failure, failed',
		'columns: project, version',
	]);
});

test('the outcomes of earlier deployments beside a row are not spoken', () => {
	expect(spokenLines(['▌✖ quiz   failure   16s   ✔✔✖      ', ' ✔ web   ✔'])).toEqual(['quiz, failure, 16s, failed']);
});

test('the stages of a deployment are spoken as steps', () => {
	expect(spokenLines([' ✔ queued 0:01 → ◐ building ~0:03 → ◌ success'])).toEqual([
		'queued 0:01 to building ~0:03 to success',
	]);
});

test('the times on an axis are not spoken as columns', () => {
	expect(spokenLines(['   PROJECT   TOOK   08:50   09:00 now', '▌✔ docs   38s'])).toEqual([
		'docs, 38s, succeeded',
		'columns: project, took',
	]);
});

test('what is typed is spoken with the selected row below it', () => {
	expect(spokenLines([': de', '', '▌ deploy     t', '  delete project   D'])).toEqual([': de', 'deploy, t']);
});

test('of a document all lines are spoken, except for charts', () => {
	expect(spokenLines(['status   building', '██████░░░', ' 2:00 ┤ ▃', 'id   dep_1'])).toEqual([
		'status, building',
		'id, dep_1',
	]);
});

test('no line is spoken with control characters, borders or blocks', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...'▌✔✖ ·│─█abc1–→↓…', '\u001B[1m', '  ')), parts => {
			const line = parts.join('');
			for (const text of [spokenText(line), ...spokenLines([line])]) {
				expect(text).not.toMatch(/[\p{Cc}\u2500-\u259F]|^,|, ,|^ | $/u);
			}
		}),
	);
});

test('a line is announced once, and again only if more than its times has changed', () => {
	const announce = createAnnouncer();
	expect(announce(['docs   building   0:05   5s ago', 'id   a'])).toEqual(['docs, building, 0:05, 5s ago', 'id, a']);
	expect(announce(['docs   building   0:06   just now', 'id   a'])).toEqual([]);
	expect(announce(['docs   success   1m 12s   12m ago', 'id   a'])).toEqual(['docs, success, 1m 12s, 12m ago']);
	expect(announce(['request id   req_1', '0:05'])).toEqual(['request id, req_1']);
	expect(announce(['request id   req_2', '0:06'])).toEqual([]);
	expect(announce(['1 failed in 200 loaded · 1,174 not loaded yet'])).toHaveLength(1);
	expect(announce(['1 failed in 200 loaded · 980 not loaded yet'])).toEqual([]);
});

test('what was gone is announced when it is back', () => {
	const announce = createAnnouncer();
	announce(['docs   v17']);
	announce(['Help']);
	expect(announce(['docs   v17'])).toEqual(['docs, v17']);
});
