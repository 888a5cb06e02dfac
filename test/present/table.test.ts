import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {noPins} from '../../src/lexicon.ts';
import type {Context} from '../../src/present/column.ts';
import {deploymentCard, deploymentColumns, deploymentFields} from '../../src/present/deployment.ts';
import {fieldLines} from '../../src/present/fields.ts';
import {fitSpans, type Line} from '../../src/present/line.ts';
import {projectCard, projectColumns, projectFields} from '../../src/present/project.ts';
import {headLine, layout, rowLine} from '../../src/present/table.ts';
import {cells, plain, said} from '../../src/text.ts';
import {bareDeployment, bareProject, deployment, liveOf, now, project, rowOf} from './records.ts';

const context: Context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
const textOf = (line: Line) => line.map(({text}) => text).join('');
const widthOf = (line: Line) => cells(textOf(line));
const titles = (width: number) => layout(projectColumns, width).placed.map(({column}) => column.title.trim());

const hostile = fc
	.oneof(
		fc.string({unit: 'grapheme', maxLength: 60}),
		fc.string({unit: 'binary', maxLength: 60}),
		fc.constantFrom(
			'漢字かな交じり文の名前',
			'👩‍👩‍👧 family',
			'🇩🇪🇫🇷',
			'e\u0301'.repeat(30),
			'\u202Eevil',
			'❤️'.repeat(20),
		),
	)
	.map(text => said(text));
const someTime = fc.option(fc.integer({min: now - 1e12, max: now + 1e12}), {nil: undefined});
const someVersion = fc.option(fc.integer(), {nil: undefined});
const someProject = fc
	.record({
		name: hostile,
		slug: hostile,
		url: hostile,
		status: hostile,
		latestUploadVersion: someVersion,
		updatedAt: someTime,
	})
	.map(project);
const someDeployment = fc
	.record({
		status: hostile,
		environmentId: hostile,
		uploadVersion: someVersion,
		createdAt: someTime,
		concludedAt: someTime,
	})
	.map(deployment);
const someWidth = fc.integer({min: 1, max: 300});

describe('every line is exactly as wide as asked, whatever the strings are', () => {
	test('of projects', () => {
		fc.assert(
			fc.property(someProject, someWidth, fc.boolean(), (row, width, isTimeAbsolute) => {
				const shown = layout(projectColumns, width);
				const lines = [
					headLine(shown),
					rowLine(shown, rowOf(row), {...context, isTimeAbsolute}),
					...projectCard(rowOf(row), width, context),
					...fieldLines(projectFields(row, context), width),
				];
				expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
			}),
		);
	});

	test('of deployments', () => {
		fc.assert(
			fc.property(someDeployment, someWidth, fc.boolean(), (row, width, isAscii) => {
				const shown = layout(deploymentColumns, width);
				const lines = [
					headLine(shown),
					rowLine(shown, liveOf(row), {...context, isAscii}),
					...deploymentCard(liveOf(row), width, context),
					...fieldLines(deploymentFields(row, {...liveOf(row), changes: []}, context), width),
				];
				expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
			}),
		);
	});

	test('of records of which only the id came', () => {
		const project40 = projectCard(rowOf(bareProject), 40, context);
		const deployment40 = deploymentCard(liveOf(bareDeployment), 40, context);
		expect([...project40, ...deployment40].map(widthOf)).toEqual([40, 40, 40, 40]);
	});
});

describe('columns', () => {
	test('the least important go first as the screen narrows', () => {
		expect(titles(140)).toEqual(['PROJECT', 'VERSION', 'STATUS', 'LAST DEPLOYMENT', 'MODE', 'UPDATED', 'SLUG', 'URL']);
		expect(titles(80)).toEqual(['PROJECT', 'VERSION', 'STATUS', 'LAST DEPLOYMENT']);
		expect(titles(64)).toEqual(['PROJECT', 'VERSION', 'LAST DEPLOYMENT']);
		expect(titles(10)).toEqual(['PROJECT']);
	});

	test('a wider screen never loses a column', () => {
		fc.assert(
			fc.property(someWidth, width => {
				const narrow = layout(deploymentColumns, width);
				const wide = layout(deploymentColumns, width + 1);
				expect(wide.placed.map(({column}) => column)).toEqual(
					expect.arrayContaining(narrow.placed.map(({column}) => column)),
				);
			}),
		);
	});

	test('a very wide screen stretches none of them beyond its most', () => {
		for (const {column, width} of layout(projectColumns, 400).placed) {
			expect(width).toBeLessThanOrEqual(column.maxWidth ?? 48);
		}
	});
});

test.each([
	[5, 'abcde'],
	[4, 'abc…'],
	[3, 'ab…'],
	[2, 'a…'],
	[1, 'a'],
])('pieces of one text in %d cells: %s', (width, shown) => {
	const pieces = [plain`a`, plain`bc`, plain`de`].map(text => ({text, tone: 'plain' as const}));
	expect(textOf(fitSpans(pieces, width))).toBe(shown);
});
