import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plain, serviceText} from '../../src/base/text.ts';
import {fullDeploymentsWidth} from '../../src/model/layout.ts';
import {deploymentColumns} from '../../src/present/deployment.ts';
import {fitSpans} from '../../src/present/line.ts';
import {projectColumns, projectFields} from '../../src/present/project.ts';
import {layout, limitsOf, rowLine} from '../../src/present/table.ts';
import {bareProject, unicode as context, project, rowOf, running, textOf} from './records.ts';

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

test('project names get 26 cells before minor columns get any', () => {
	const minor = ['last 12', 'updated', 'read', 'created'];
	for (let width = 60; width <= 300; width++) {
		const {placed} = layout(projectColumns, width, context);
		const hasMinor = placed.some(({column}) => minor.includes(column.name));
		if (hasMinor) expect(placed[0]?.width, `${width} cells`).toBeGreaterThanOrEqual(26);
	}
});

test('deployment columns have their full width beside the details', () => {
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

const widest = layout(projectColumns, 300, context);

test('a missing value is a quiet dash, in ASCII a hyphen', () => {
	const line = rowLine(widest, rowOf(bareProject), context);
	expect(textOf(line)).toMatch(/^· prj_1 +– {2}– +… +–/);
	expect(line.filter(({text}) => text === '–').every(({tone}) => tone === 'quiet')).toBe(true);
	expect(textOf(rowLine(widest, rowOf(bareProject), {...context, isAscii: true}))).toMatch(
		/^: prj_1 +- {2}- +\.\.\. +-/,
	);
});

test('a running deployment shows its time once, at every width from 80 cells on', () => {
	const longest = project({name: serviceText('the-longest-name-of-all-projects')});
	const row = rowOf(longest, {newest: running(42)});
	const counts = Array.from({length: 220}, (_, at) => {
		const line = rowLine(layout(projectColumns, 80 + at, context), row, context);
		return textOf(line).match(/42s(?! ago)/g)?.length;
	});
	expect(new Set(counts)).toEqual(new Set([1]));
});

test('the details of a project show every field and every flaw', () => {
	const flaws = [
		{field: 'created_at', problem: 'zone assumed'},
		{field: 'status', problem: 'missing'},
	] as const;
	const fields = projectFields(project({status: undefined, flaws}), context);
	expect(fields.map(({label, value}) => `${label}: ${value.text}`).join()).toMatch(
		/^name: .*,slug: .*,url: .*,status: –,upload mode: .*,latest upload: v42,created: .*,updated: 2026-.* {2}12m ago,id: prj_1,request id: req_1,notes: created_at: no zone given, read as UTC,: status: missing$/,
	);
});
