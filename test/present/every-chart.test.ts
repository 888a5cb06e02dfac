import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cells} from '../../src/base/text.ts';
import {deployedVersions, noVersions} from '../../src/model/deployed-versions.ts';
import {boardColumns} from '../../src/present/board-columns.ts';
import {comparisonFields} from '../../src/present/comparison.ts';
import {deploymentColumns, deploymentFields, headlineLines} from '../../src/present/deployment.ts';
import {fieldLines, wrappedFieldLines} from '../../src/present/fields.ts';
import {historyLines} from '../../src/present/history.ts';
import type {Line} from '../../src/present/line.ts';
import {projectColumns, projectFields} from '../../src/present/project.ts';
import {fittedColumns, headLine, layout, type RowContext, rowLine} from '../../src/present/table.ts';
import {pipelineLine} from '../../src/present/timeline.ts';
import {versionCell} from '../../src/present/version-columns.ts';
import {createTheme} from '../../src/ui/themes.ts';
import {anySize, contradictoryRecords, hostileRecords, type ObservedDeployment} from './arbitrary-records.ts';
import {ascii, boardLineOf, project, rowOf, textOf, unicode, viewOf} from './records.ts';

type Draw = (
	records: readonly ObservedDeployment[],
	size: {readonly width: number; readonly height: number},
	context: RowContext,
) => readonly Line[];

/** The sequences for bold and dim. */
const sgr = /\u001B\[\d+m/g;

const deploymentsOf = (records: readonly ObservedDeployment[]) => records.map(({deployment}) => deployment);
const usualMs = 60_000;

const charts: ReadonlyArray<readonly [name: string, draw: Draw]> = [
	[
		'the pipeline',
		(records, {width}, context) =>
			records.map(({deployment, changes}) => pipelineLine(deployment, changes, width, context)),
	],
	[
		'the headline',
		(records, {width, height}, context) =>
			records.flatMap(({deployment, changes}) => {
				const asOf = deployment.createdAt === undefined ? deployment.concludedAt : undefined;
				const known = {deployment, changes, usualMs, asOf, readAt: deployment.concludedAt ?? context.now};
				const lines = headlineLines({...known, otherRunningCount: records.length}, {width, height}, context);
				expect(lines.length).toBeLessThanOrEqual(Math.max(0, height || 0));
				return lines;
			}),
	],
	[
		'the history panel',
		(records, size, context) => {
			const rows = records.map(({deployment}) => ({deployment, asOf: deployment.concludedAt}));
			return historyLines(rows, size, context, rows[0]?.deployment.id);
		},
	],
	[
		'the lists and details',
		(records, {width}, context) => {
			const room = Math.max(1, Math.floor(width) || 0);
			const lines = records.flatMap(({deployment}) => {
				const {status, uploadVersion: latestUploadVersion, createdAt: updatedAt} = deployment;
				const row = project({name: status, slug: status, url: status, status, latestUploadVersion, updatedAt});
				return [context, {...context, isTimeAbsolute: true}].flatMap(style => {
					const projects = layout(fittedColumns(projectColumns, [rowOf(row)], style), room, style);
					const deployments = layout(deploymentColumns, room, style);
					return [
						headLine(projects),
						rowLine(projects, rowOf(row), style),
						...fieldLines(projectFields(row, style), room),
						headLine(deployments),
						rowLine(deployments, viewOf(deployment), style),
						...fieldLines(deploymentFields(viewOf(deployment), style), room),
					];
				});
			});
			expect(new Set(lines.map(line => cells(textOf(line))))).toEqual(new Set([room]));
			return width >= 1 ? lines : [];
		},
	],
	[
		'the comparison',
		(records, {width}, context) => {
			const [first, ...others] = records.map(({deployment, changes}) => viewOf(deployment, {changes}));
			const fields = others.flatMap(row => (first ? comparisonFields(first, row, context) : []));
			return width >= 1 ? wrappedFieldLines(fields, Math.floor(width)) : [];
		},
	],
	[
		'the board',
		(records, {width}, context) => {
			const room = Math.max(0, Math.floor(width) || 0);
			const shown = layout(boardColumns(), room, context);
			const rows = records.map(({deployment}) =>
				rowLine(shown, boardLineOf(deployment, {usualMs, recent: deploymentsOf(records)}), context),
			);
			return [headLine(shown, context), ...rows];
		},
	],
	[
		'the versions',
		(records, {width}, context) => {
			const deployed = deployedVersions(deploymentsOf(records), context.wordMeanings);
			const rows = [noVersions, {deployed, isRead: true, isWhole: true}, {deployed, isRead: true, isWhole: false}].map(
				versions => ({project: project(), versions}),
			);
			return [...deployed.keys()].flatMap(key => rows.map(row => versionCell(row, key, width, context)));
		},
	],
];

describe.each(charts)('%s', (_name, draw) => {
	test('fits its width, has no control characters and is deterministic, whatever the service sends', () => {
		fc.assert(
			fc.property(hostileRecords, anySize, anySize, fc.boolean(), (records, width, height, isAscii) => {
				const context = isAscii ? ascii : unicode;
				const lines = draw(records, {width, height}, context);
				for (const line of lines) {
					expect(cells(textOf(line))).toBeLessThanOrEqual(Number.isNaN(width) ? 0 : Math.max(0, width));
					expect(textOf(line)).not.toMatch(/\p{C}/u);
				}

				expect(draw(records, {width, height}, context)).toEqual(lines);
			}),
		);
	});

	test('uses only ASCII in ASCII mode', () => {
		const theme = createTheme({hasColor: false, isAscii: true});
		fc.assert(
			fc.property(contradictoryRecords, anySize, anySize, (records, width, height) => {
				for (const line of draw(records, {width, height}, ascii))
					expect(theme.paint(line).replaceAll(sgr, '')).toMatch(/^[ -~]*$/);
			}),
		);
	});
});
