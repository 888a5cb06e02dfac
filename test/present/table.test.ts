import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cells, plain, serviceText} from '../../src/base/text.ts';
import {fullDeploymentsWidth} from '../../src/model/layout.ts';
import {deploymentColumns, deploymentFields} from '../../src/present/deployment.ts';
import {fieldLines} from '../../src/present/fields.ts';
import {fitSpans, type Line} from '../../src/present/line.ts';
import {listColumns, projectColumns, projectFields} from '../../src/present/project.ts';
import {fittedColumns, headLine, layout, limitsOf, rowLine} from '../../src/present/table.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {unicode as context, deployment, now, project, rowOf, textOf, viewOf} from './records.ts';

const widthOf = (line: Line) => cells(textOf(line));

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
const someWidth = fc.integer({min: 1, max: 300});

test('every line of projects and deployments has exactly the requested width, whatever the text', () => {
	fc.assert(
		fc.property(someProject, someDeployment, someWidth, fc.boolean(), (row, own, width, isSet) => {
			const projects = layout(fittedColumns(projectColumns, [rowOf(row)], context), width, context);
			const deployments = layout(deploymentColumns, width, context);
			const lines = [
				headLine(projects),
				rowLine(projects, rowOf(row), {...context, isTimeAbsolute: isSet}),
				...fieldLines(projectFields(row, context), width),
				headLine(deployments),
				rowLine(deployments, viewOf(own), {...context, isAscii: isSet}),
				...fieldLines(deploymentFields(viewOf(own), context), width),
			];
			expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
		}),
	);
});

test('columns never get fewer on a wider screen', () => {
	fc.assert(
		fc.property(someWidth, fc.constantFrom(projectColumns, deploymentColumns), (width, columns) => {
			const shownIn = (room: number) => layout<never>(columns, room, context).placed.map(({column}) => column.name);
			expect(shownIn(width + 1)).toEqual(expect.arrayContaining(shownIn(width)));
		}),
	);
});

test('the columns of deployments are shown at their maximum width where details appear beside them', () => {
	const dated = {...context, isTimeAbsolute: true};
	// The gutter and the marks at the right edge take one cell each.
	const {placed} = layout(deploymentColumns, fullDeploymentsWidth - 2, dated);
	expect(placed.map(({width}) => width)).toEqual(deploymentColumns.map(column => limitsOf(column, dated)[1]));
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
