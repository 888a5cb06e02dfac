import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {fullDeploymentsWidth} from '../../src/model/layout.ts';
import {deploymentColumns} from '../../src/present/deployment.ts';
import {fitSpans} from '../../src/present/line.ts';
import {listColumns, projectColumns} from '../../src/present/project.ts';
import {layout, limitsOf} from '../../src/present/table.ts';
import {unicode as context, textOf} from './records.ts';

test('columns never get fewer on a wider screen', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 300}),
			fc.constantFrom(projectColumns, deploymentColumns),
			(width, columns) => {
				const shownIn = (room: number) => layout<never>(columns, room, context).placed.map(({column}) => column.name);
				expect(shownIn(width + 1)).toEqual(expect.arrayContaining(shownIn(width)));
			},
		),
	);
});

test('the names of projects keep their room before columns that the details show, too', () => {
	const minor = ['outcomes', 'updated', 'read', 'created'];
	for (let width = 60; width <= 300; width++) {
		const {placed} = layout(projectColumns, width, context);
		const hasMinor = placed.some(({column}) => minor.includes(column.name));
		if (hasMinor) expect(placed[0]?.width, `${width} cells`).toBeGreaterThanOrEqual(26);
	}
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
