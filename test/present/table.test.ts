import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cells, plain, serviceText} from '../../src/base/text.ts';
import {fullDeploymentsWidth} from '../../src/model/layout.ts';
import {deploymentColumns, deploymentFields} from '../../src/present/deployment.ts';
import {fieldLines} from '../../src/present/fields.ts';
import {fitSpans, type Line} from '../../src/present/line.ts';
import {listColumns, projectColumns, projectFields, steadyWidth} from '../../src/present/project.ts';
import {contentWidth, headLine, layout, momentWidths, rowLine, titleOf} from '../../src/present/table.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {unicode as context, deployment, now, project, rowOf, textOf, viewOf} from './records.ts';

const widthOf = (line: Line) => cells(textOf(line));
const titles = (width: number) => layout(projectColumns, width).placed.map(({column}) => titleOf(column).trim());

const hostile = fc
	.oneof(
		fc.string({unit: 'grapheme', maxLength: 60}),
		anyText(60),
		fc.constantFrom(
			'漢字かな交じり文の名前',
			'👩‍👩‍👧 family',
			'🇩🇪🇫🇷',
			'e\u0301'.repeat(30),
			'\u202Eevil',
			'❤️'.repeat(20),
		),
	)
	.map(text => serviceText(text));
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
/** The gaps between the essential columns take four cells. */
const someWidth = fc.integer({min: 5, max: 300});

describe('every line has exactly the requested width, whatever the text', () => {
	test('for projects', () => {
		fc.assert(
			fc.property(someProject, someWidth, fc.boolean(), (row, width, isTimeAbsolute) => {
				const shown = layout(projectColumns, width, index =>
					contentWidth(projectColumns, index, [rowOf(row)], context),
				);
				const lines = [
					headLine(shown),
					rowLine(shown, rowOf(row), {...context, isTimeAbsolute}),
					...fieldLines(projectFields(row, context), width),
				];
				expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
			}),
		);
	});

	test('for deployments', () => {
		fc.assert(
			fc.property(someDeployment, someWidth, fc.boolean(), (row, width, isAscii) => {
				const shown = layout(deploymentColumns, width);
				const lines = [
					headLine(shown),
					rowLine(shown, viewOf(row), {...context, isAscii}),
					...fieldLines(deploymentFields(viewOf(row), context), width),
				];
				expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
			}),
		);
	});
});

/** Content widths for the project columns, within their limits. */
const someWidths = fc.tuple(
	...projectColumns.map(({width}) => {
		if (width === 'moment') return fc.constantFrom(momentWidths.age, momentWidths.date);
		return typeof width === 'number' ? fc.constant(width) : fc.integer({min: width[0], max: width[1]});
	}),
);

const widthIn = (widths: readonly number[]) => (index: number) => widths[index] ?? 0;

describe('columns', () => {
	test('are dropped as the screen narrows, the least important first', () => {
		expect(titles(320).join()).toBe(
			'PROJECT,UPLOAD,STATUS,DEPLOYMENT,VERSION,ENVIRONMENT,TOOK,WHEN,LAST 12,UPDATED,READ,CREATED,MODE,SLUG,URL,ID',
		);
		expect(titles(103)).toEqual(['PROJECT', 'UPLOAD', 'STATUS', 'DEPLOYMENT', 'VERSION', 'WHEN']);
		expect(titles(64)).toEqual(['PROJECT', 'UPLOAD', 'DEPLOYMENT']);
		expect(titles(38)).toEqual(['PROJECT', 'DEPLOYMENT']);
		expect(titles(10)).toEqual(['PROJECT', 'DEPLOYMENT']);
	});

	test('never get fewer or narrower on a wider screen, except where more of them begin to stay', () => {
		fc.assert(
			fc.property(someWidth, someWidths, (width, widths) => {
				fc.pre(width + 1 !== steadyWidth);
				const wider = new Map(
					layout(projectColumns, width + 1, widthIn(widths)).placed.map(({column, width: own}) => [column, own]),
				);
				for (const {column, width: own} of layout(projectColumns, width, widthIn(widths)).placed) {
					expect(wider.get(column)).toBeGreaterThanOrEqual(own);
				}
			}),
		);
	});

	test('of deployments are all shown at their maximum width where details appear beside them', () => {
		// The gutter and the marks at the right edge take one cell each.
		const {placed} = layout(deploymentColumns, fullDeploymentsWidth - 2);
		expect(placed.map(({column, width}) => [column.title, width])).toEqual(
			deploymentColumns.map(({title, width}) => [
				title,
				width === 'moment' ? momentWidths.date : typeof width === 'number' ? width : width[1],
			]),
		);
	});

	test('of projects stay on 80 columns, however long the names and the status words are', () => {
		const names = ['PROJECT', 'UPLOAD', 'STATUS', 'DEPLOYMENT', 'VERSION', 'WHEN'];
		fc.assert(
			fc.property(someWidths, widths => {
				const {placed} = layout(projectColumns, steadyWidth, widthIn(widths));
				expect(placed.map(({column}) => titleOf(column).trim()).filter(title => title !== 'TOOK')).toEqual(
					expect.arrayContaining(names),
				);
			}),
		);
	});
});

test.each([
	[5, 'abcde'],
	[4, 'abc…'],
	[3, 'ab…'],
	[2, 'a…'],
	[1, 'a'],
])('a text of several spans is cut to %d cells as %s', (width, shown) => {
	const pieces = [plain`a`, plain`bc`, plain`de`].map(text => ({text, tone: 'plain' as const}));
	expect(textOf(fitSpans(pieces, width))).toBe(shown);
});

test('chosen columns have the age of the rows once during an outage, behind when they ended', () => {
	const namesOf = (...names: readonly string[]) => listColumns(true, true, names).map(({name}) => name);
	expect(namesOf('status', 'read', 'id')).toEqual(['project', 'status', 'id', 'read']);
	expect(namesOf('when', 'id')).toEqual(['project', 'when', 'read', 'id']);
});
